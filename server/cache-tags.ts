import type { AuthorInfo } from '#contract/auth.ts';
import type { Category, CategoryInfo } from '#contract/categories.ts';
import type { CommentDetail, DiscussionSettings } from '#contract/comments.ts';
import type { FrontPage } from '#contract/front-page.ts';
import type { EndpointId } from '#contract/paths.ts';
import type { PostDetail, PostListItem } from '#contract/posts.ts';
import type { AuthorProfile } from '#contract/users.ts';
import type { CacheTags } from './platform/cache/cache-tags.ts';

/** The tag of a discussion that closes by itself ends with the time. Nobody notifies it. */
const closingPrefix = 'closes:';

type PostComments = { post: { id: number }; comments: CommentDetail[]; settings: DiscussionSettings };
type List<Item> = { results: Item[] };
// biome-ignore lint/suspicious/noExplicitAny: each entry below declares the response body of its endpoint.
type TagsOf = (body: any) => string[];

const authorTag = ({ id }: AuthorInfo) => `account:${id}`;

/** A post, its author and its category. */
const postTags = ({ id, author_info, category_info }: PostListItem | PostDetail): string[] => [
  `post:${id}`,
  authorTag(author_info),
  ...(category_info ? [`category:${category_info.id}`] : []),
];
const postsTags = (posts: Array<PostListItem | PostDetail>) => posts.flatMap(postTags);
const categoryTag = ({ id }: Pick<Category, 'id'>) => `category:${id}`;

const commentTags = ({ author_info, replies }: CommentDetail): string[] => [
  authorTag(author_info),
  ...replies.flatMap(commentTags),
];

/**
 * The cache tags of responses to guests. The database notifies changes with the same tags (migration 0050). A response
 * without an entry here is not cached, and neither is a page that requests it.
 */
const tagsOf: { [Id in EndpointId]?: TagsOf } = {
  getSite: ({ categories }: { categories: CategoryInfo[] }) => [
    'category-names',
    ...categories.map(categoryTag),
  ],
  getSiteFigures: () => ['stats', 'categories'],
  listCategories: ({ results }: List<Category>) => ['categories', ...results.map(categoryTag)],
  getCategory: (category: Category) => ['categories', categoryTag(category)],
  listPosts: ({ results }: List<PostListItem>) => ['lists', 'pins', ...postsTags(results)],
  // `front-page` is notified when editors place posts, and marks what changes with time.
  getFrontPage: ({ lead, secondary, fresh, pinned, popular, blocks, more }: FrontPage) => [
    'lists',
    'pins',
    'front-page',
    ...postsTags([...(lead ? [lead] : []), ...secondary, ...fresh, ...pinned, ...popular.posts, ...more]),
    ...blocks.flatMap(({ posts }) => postsTags(posts)),
  ],
  listPopularPosts: (posts: PostListItem[]) => ['lists', 'pins', ...postsTags(posts)],
  listRecentPosts: (posts: PostListItem[]) => ['lists', 'pins', ...postsTags(posts)],
  listPinnedPosts: ({ results }: List<PostListItem>) => ['lists', 'pins', ...postsTags(results)],
  listFeaturedPosts: (featured: { pinned_posts: PostListItem[]; popular_posts: PostListItem[] }) => [
    'lists',
    'pins',
    ...postsTags(featured.pinned_posts),
    ...postsTags(featured.popular_posts),
  ],
  listCategoryPosts: ({ category, posts }: { category: Category; posts: PostListItem[] }) => [
    `lists:category:${category.id}`,
    'pins',
    categoryTag(category),
    ...postsTags(posts),
  ],
  getUser: ({ id }: AuthorProfile) => [`account:${id}`, `profile:${id}`],
  listUserPosts: ({ results }: List<PostListItem>) => [
    // An empty list does not name the author.
    results[0] ? `lists:author:${results[0].author}` : 'lists',
    'pins',
    ...postsTags(results),
  ],
  listModerationLog: () => ['moderation-log'],
  getModerationStats: () => ['moderation-log'],
  getPost: (post: PostDetail) => postTags(post),
  listPostComments: ({ post, comments, settings }: PostComments) => [
    `post:${post.id}`,
    ...(settings.closed === null && settings.closes_at ? [closingPrefix + settings.closes_at] : []),
    ...comments.flatMap(commentTags),
  ],
};

/** The earliest time at which a discussion of a response closes; undefined for none. */
export function nextClosing(tags: readonly string[]): Date | undefined {
  const times = tags
    .filter((tag) => tag.startsWith(closingPrefix))
    .map((tag) => tag.slice(closingPrefix.length));
  const [first] = times.sort();
  return first === undefined ? undefined : new Date(first);
}

/** The most frequent reads, cached for callers without a token. A single post is not: reading it counts a view. */
const cachedReads: ReadonlySet<EndpointId> = new Set([
  'getSite',
  'getFrontPage',
  'getSiteFigures',
  'listCategories',
  'getCategory',
  'listPosts',
  'listPopularPosts',
  'listRecentPosts',
  'listPinnedPosts',
  'listFeaturedPosts',
  'listCategoryPosts',
  'getUser',
  'listPostComments',
  'listModerationLog',
  'getModerationStats',
]);

export const cacheTags: CacheTags = {
  tagsOf: (id, body) => tagsOf[id]?.(body),
  isCacheable: (id) => cachedReads.has(id),
};
