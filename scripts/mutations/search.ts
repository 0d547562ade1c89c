import type { Mutation } from '../mutations.ts';

const posts = 'server/features/posts';
const visibility = 'server/features/search/search-visibility.api.test.ts';

/** Safeguards of the search of the site: nothing that a guest may not open has a result, a count, a fragment or a suggestion. */
export const searchMutations: Mutation[] = [
  {
    safeguard: 'search of the site: posts are those of guests',
    file: `${posts}/post-find-service.ts`,
    from: 'return { ...allPublished, ...chosen,',
    to: "return { ...allPublished, draftsOf: 'everyone' as const, ...chosen,",
    project: 'api',
    testFile: visibility,
    test: 'a text that is draft',
  },
  {
    safeguard: 'search of the site: titles suggested are those of published posts',
    file: `${posts}/post-find-store.ts`,
    from: "select id, slug, title, created_at from posts where status = 'published'",
    to: 'select id, slug, title, created_at from posts',
    project: 'api',
    testFile: visibility,
    test: 'suggests no title of as many unpublished posts',
  },
  {
    safeguard: 'search of the site: comments are those on published posts',
    file: 'server/features/comments/comment-list-service.ts',
    from: "isActive: true,\n  onPosts: 'published',",
    to: "isActive: true,\n  onPosts: 'all',",
    project: 'api',
    testFile: visibility,
    test: 'a text that is hidden',
  },
  {
    safeguard: 'search of the site: comments are active ones',
    file: 'server/features/comments/comment-list-service.ts',
    from: "isActive: true,\n  onPosts: 'published',",
    to: "isActive: true,\n  withHidden: true,\n  onPosts: 'published',",
    project: 'api',
    testFile: visibility,
    test: 'finds no comment that is hidden or deleted',
  },
  {
    safeguard: 'search of the site: authors have published posts',
    file: 'server/features/accounts/account-store.ts',
    from: "where('a.published_posts_count', '>', 0)",
    to: "where('a.published_posts_count', '>=', 0)",
    project: 'api',
    testFile: visibility,
    test: 'a text that is scheduled',
  },
];
