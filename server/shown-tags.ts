import type { AuthorInfo } from '#contract/auth.ts';
import type { Category } from '#contract/categories.ts';
import type { CommentDetail } from '#contract/comments.ts';
import type { EndpointId } from '#contract/paths.ts';
import type { PostDetail, PostListItem } from '#contract/posts.ts';
import type { AuthorProfile } from '#contract/users.ts';
import type { ShownTags } from './platform/cache/shown.ts';

type List<Item> = { results: Item[] };
// biome-ignore lint/suspicious/noExplicitAny: each entry below declares the response body of its endpoint.
type TagsOf = (body: any) => string[];

const byAuthor = ({ id }: AuthorInfo) => `account:${id}`;

/** A post, its author and its category. */
const ofPost = ({ id, author_info, category_info }: PostListItem | PostDetail): string[] => [
  `post:${id}`,
  byAuthor(author_info),
  ...(category_info ? [`category:${category_info.id}`] : []),
];
const ofPosts = (posts: Array<PostListItem | PostDetail>) => posts.flatMap(ofPost);
const ofCategory = ({ id }: Category) => `category:${id}`;

const ofComment = ({ author_info, replies }: CommentDetail): string[] => [
  byAuthor(author_info),
  ...replies.flatMap(ofComment),
];

/**
 * The cache tags of responses to guests. The database notifies changes with the same tags (migration 0050). A response
 * without an entry here is not cached, and neither is a page that requests it.
 */
const tagsOf: { [Id in EndpointId]?: TagsOf } = {
  getSite: () => [],
  getSiteFigures: () => ['figures', 'categories'],
  listCategories: ({ results }: List<Category>) => ['categories', ...results.map(ofCategory)],
  getCategory: (category: Category) => ['categories', ofCategory(category)],
  listPosts: ({ results }: List<PostListItem>) => ['lists', 'pins', ...ofPosts(results)],
  listPopularPosts: (posts: PostListItem[]) => ['lists', 'pins', ...ofPosts(posts)],
  listRecentPosts: (posts: PostListItem[]) => ['lists', 'pins', ...ofPosts(posts)],
  listPinnedPosts: ({ results }: List<PostListItem>) => ['lists', 'pins', ...ofPosts(results)],
  listFeaturedPosts: (featured: { pinned_posts: PostListItem[]; popular_posts: PostListItem[] }) => [
    'lists',
    'pins',
    ...ofPosts(featured.pinned_posts),
    ...ofPosts(featured.popular_posts),
  ],
  listCategoryPosts: ({ category, posts }: { category: Category; posts: PostListItem[] }) => [
    `lists:category:${category.id}`,
    'pins',
    ofCategory(category),
    ...ofPosts(posts),
  ],
  getUser: ({ id }: AuthorProfile) => [`account:${id}`, `profile:${id}`],
  listUserPosts: ({ results }: List<PostListItem>) => [
    // An empty list does not name the author.
    results[0] ? `lists:author:${results[0].author}` : 'lists',
    'pins',
    ...ofPosts(results),
  ],
  getPost: (post: PostDetail) => ofPost(post),
  listPostComments: ({ post, comments }: { post: { id: number }; comments: CommentDetail[] }) => [
    `post:${post.id}`,
    ...comments.flatMap(ofComment),
  ],
};

/** The most frequent reads, cached for callers without a token. A single post is not: reading it counts a view. */
const keptReads: ReadonlySet<EndpointId> = new Set([
  'getSite',
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
]);

export const shownTags: ShownTags = {
  of: (id, body) => tagsOf[id]?.(body),
  isKept: (id) => keptReads.has(id),
};
