import type { Mutation } from '../mutations.ts';

const posts = 'server/features/posts';
const walk = 'tests/content-visibility.api.test.ts';
const slugs = `${posts}/post-slugs.api.test.ts`;

/** Safeguards of unpublished, hidden and deleted texts, and of the slugs of posts. */
export const unpublishedMutations: Mutation[] = [
  {
    safeguard: 'outside: feeds contain only what the lists of guests contain',
    file: `${posts}/post-feed-store.ts`,
    from: "draftsOf: 'nobody' as const,",
    to: "draftsOf: 'everyone' as const,",
    project: 'api',
    testFile: 'tests/outside-access.api.test.ts',
    test: 'is in no output',
  },
  {
    safeguard: 'unpublished: only the author and staff see the current title and slug',
    file: `${posts}/post.ts`,
    from: 'if (canView(actor, post)) return { title: post.title, slug: post.slug };',
    to: 'if (canView(actor, post) || actor.kind === "user") return { title: post.title, slug: post.slug };',
    project: 'api',
    testFile: walk,
    test: 'is not revealed to: commenter',
  },
  {
    safeguard: 'unpublished: a trigger stores the last public title and slug',
    file: 'db/migrations/0084-last-public-names.sql',
    from: '    new.public_title := old.title;\n    new.public_slug := old.slug;',
    to: '    new.public_title := new.title;\n    new.public_slug := new.slug;',
    project: 'api',
    testFile: walk,
    test: 'keeps the title and slug of the latest publication',
  },
  {
    safeguard: 'unpublished: moderation shows no drafts',
    file: `${posts}/post-moderation-service.ts`,
    from: "if (post.status !== 'hidden' && !canView(moderator, post)) throw notFound('posts.notFound');",
    to: 'void [moderator, canView];',
    project: 'api',
    testFile: walk,
    test: 'lets a superuser restore',
  },
  {
    safeguard: 'unpublished: a discussion is hidden with its post',
    file: 'server/features/comments/discussion-service.ts',
    from: 'if (!canView(actor, comment.post)) return { ...comment, replies: [] };',
    to: '',
    project: 'api',
    testFile: walk,
    test: 'is not revealed to: commenter',
  },
  {
    safeguard: 'hidden comments are visible only to their authors',
    file: 'server/features/comments/comment.ts',
    from: '!comment.isDeleted || (comment.hidden !== null && isAuthor(actor, comment));',
    to: '!comment.isDeleted || (comment.hidden !== null && isAuthor !== undefined && actor !== undefined);',
    project: 'api',
    testFile: 'tests/moderation.api.test.ts',
    test: 'is visible to its author only, with its content',
  },
  {
    safeguard: 'slugs: former slugs stay reserved',
    file: 'db/migrations/0085-post-slugs.sql',
    from: '    where known.post_id = new.id or',
    to: '    where true or known.post_id = new.id or',
    project: 'api',
    testFile: slugs,
    test: 'rejects a slug of another post in the database',
  },
  {
    safeguard: 'slugs: a public slug stays with the author of a deleted post',
    file: 'db/migrations/0085-post-slugs.sql',
    from: 'where post_id = old.id and not was_public;',
    to: 'where post_id = old.id;',
    project: 'api',
    testFile: slugs,
    test: 'lets only the author reuse',
  },
  {
    safeguard: 'only the first publication sets the date of a post',
    file: `${posts}/post-write-store.ts`,
    from: '!wasPublic(before) && {',
    to: 'wasPublic !== undefined && {',
    project: 'api',
    testFile: `${posts}/first-publication.api.test.ts`,
    test: 'sets the date of a draft',
  },
  {
    safeguard: 'covers: a cover is a picture of the author',
    file: `${posts}/post-content-store.ts`,
    from: "eb('owner_id', '=', editorId),",
    to: "eb('owner_id', '>', 0), eb('owner_id', '=', editorId),",
    project: 'api',
    testFile: `${posts}/post-covers.api.test.ts`,
    test: 'ignores an image of another user',
  },
];
