import { z } from 'zod';
import { authorInfo } from './auth.ts';
import { category, categoryInfo } from './categories.ts';
import { createComment } from './comments.ts';
import {
  categoryFilter,
  count,
  envelope,
  id,
  idFilter,
  optionalText,
  pageQuery,
  pathId,
  searchQuery,
  slugParams,
  text,
  timestamp,
  uploadedFile,
} from './common.ts';
import { correction } from './corrections.ts';
import { defineEndpoint } from './endpoint.ts';
import { pictureInfo } from './media.ts';
import { newPostFields, postFieldInputs, postFields, revisedFields } from './post-fields.ts';

const pictureAddressMaxLength = 2_000;
/** The maximum length of a host name. */
const referrerMaxLength = 255;

export const postStatus = z.enum(['draft', 'published']);
export type PostStatus = z.infer<typeof postStatus>;

export const pinnedInfo = z.object({
  is_pinned: z.boolean(),
  pinned_at: timestamp().optional(),
  pinned_by: z.object({ id: id(), username: z.string(), has_active_subscription: z.boolean() }).optional(),
});

const summaryFields = {
  id: id(),
  title: z.string(),
  slug: z.string(),
  content: z.string(),
  excerpt: z.string(),
  standfirst: postFields.shape.standfirst,
  image: z.string().nullable(),
  image_info: pictureInfo.nullable(),
  image_focus: postFields.shape.image_focus,
  category_info: categoryInfo.nullable(),
  author: id(),
  author_info: authorInfo,
  status: postStatus,
  /** When the draft is published automatically; visible only to users who may see the draft. */
  publish_at: timestamp().nullable(),
  created_at: timestamp(),
  updated_at: timestamp(),
  views_count: count(),
  comments_count: count(),
  reading_time_minutes: z.int().min(1),
  is_pinned: z.boolean(),
  pinned_info: pinnedInfo,
  /**
   * When and why a moderator hid the post, or since when it waits for one (`is_waiting`); only its author and moderators see
   * such a post.
   */
  hidden: z.object({ at: timestamp(), reason: z.string(), is_waiting: z.boolean().optional() }).nullable(),
};

/** The statuses by which authors filter their posts: a scheduled post is a draft with a time of publication. */
export const ownPostStatus = z.enum([...postStatus.options, 'scheduled']);
export type OwnPostStatus = z.infer<typeof ownPostStatus>;

/** A post in lists: `content` is cut to 200 characters, `category` is the NAME of the category. */
export const postListItem = z.object({ ...summaryFields, category: z.string().nullable() });
export type PostListItem = z.infer<typeof postListItem>;

/** A complete post: `category` is the ID of the category, `content_html` is the rendered and sanitised text. */
export const postDetail = z.object({
  ...summaryFields,
  category: id().nullable(),
  content_html: z.string(),
  version: z.int().min(1),
  ...postFields.shape,
  /** When the title or the text was last changed after publication. */
  edited_at: timestamp().nullable(),
  /** What was wrong and has been corrected, oldest first. */
  corrections: z.array(correction),
  can_pin: z.boolean(),
  can_edit: z.boolean(),
  can_delete: z.boolean(),
});
export type PostDetail = z.infer<typeof postDetail>;

const postPage = envelope(postListItem).extend({ pinned_posts_count: count() });

/** The URL of an uploaded picture. */
export const pictureAddress = () =>
  text().max(pictureAddressMaxLength).nullish().meta({
    description:
      'The URL of a picture that the caller has uploaded or that the post has shown. Any other URL returns 400 for a post and is omitted from a draft.',
  });

const postOptions = {
  category: id().nullish(),
  status: postStatus.optional(),
  publish_at: z.iso.datetime({ offset: true, error: 'validation.invalid' }).nullish(),
  image: uploadedFile(),
  image_url: pictureAddress(),
  /** The draft that this request publishes or applies: the server deletes it. */
  draft_key: text().max(64).optional(),
  /** The client id of the form: the draft stays if another form has saved it since. */
  draft_writer: text().max(64).optional(),
};
export const createPostBody = newPostFields.extend(postOptions);
/** The version that the edit started from; `If-Match` means the same and takes precedence. */
const version = { version: z.int().min(1).optional() };
export const replacePostBody = createPostBody.extend(version);
export const updatePostBody = postFieldInputs.partial().extend({ ...postOptions, ...version });

/** 412: the post has changed meanwhile. `current` is the complete post, so that an editor can show both texts. */
const stalePostBodies = { 412: z.object({ detail: z.string(), current: postDetail }) };

/** The fields that lists of posts can be ordered by, and an alias that older clients send. */
export const postOrderingFields = ['created_at', 'updated_at', 'views_count', 'title', 'relevance'];
export const postOrderingAliases = { view_count: 'views_count' };

const listQuery = {
  ...pageQuery,
  ...searchQuery(postOrderingFields, postOrderingAliases),
  category: categoryFilter(),
  status: postStatus.optional().meta({ description: 'Any other value returns 400.' }),
};

export const listPosts = defineEndpoint('listPosts', {
  tag: 'posts',
  summary:
    'Posts visible to the caller: search, filters, ordering, pages; pinned posts come first when ordered by date',
  description:
    'Guests see published posts, users also their own drafts, staff all drafts if `status=draft` is requested. `content` is cut to 200 characters, `category` is a name. Pinned posts come first only when ordered by `created_at`. `ordering=relevance` with `search` puts the best results first and reads phrases in quotation marks and `-` before words that must not occur; without `search` it is ignored.',
  auth: 'optional',
  query: z.object({ ...listQuery, author: idFilter() }),
  responses: { 200: postPage },
  errors: [404],
});

export const listMyPosts = defineEndpoint('listMyPosts', {
  tag: 'posts',
  summary: "The caller's own posts of every status",
  auth: 'user',
  query: z.object({
    ...listQuery,
    status: ownPostStatus.optional().meta({
      description: '`scheduled`: drafts with a time of publication. Any other value returns 400.',
    }),
  }),
  responses: { 200: envelope(postListItem) },
  errors: [404],
});

export const listPopularPosts = defineEndpoint('listPopularPosts', {
  tag: 'posts',
  summary: 'The ten published posts with the most views',
  auth: 'optional',
  responses: { 200: z.array(postListItem) },
});

export const listRecentPosts = defineEndpoint('listRecentPosts', {
  tag: 'posts',
  summary: 'The ten newest published posts',
  auth: 'optional',
  responses: { 200: z.array(postListItem) },
});

export const listPinnedPosts = defineEndpoint('listPinnedPosts', {
  tag: 'posts',
  summary: 'Pinned posts in the order of pinning, at most twenty; `count` is the total',
  auth: 'optional',
  responses: { 200: z.object({ count: count(), results: z.array(postListItem) }) },
});

export const listFeaturedPosts = defineEndpoint('listFeaturedPosts', {
  tag: 'posts',
  summary: 'Three pinned posts, and the six most viewed others of the last seven days',
  auth: 'optional',
  responses: {
    200: z.object({
      pinned_posts: z.array(postListItem),
      popular_posts: z.array(postListItem),
      total_pinned: count(),
    }),
  },
});

export const getPost = defineEndpoint('getPost', {
  tag: 'posts',
  summary:
    'One post by slug or id; counts a view unless `count_view=false`; a draft is visible only to its author and staff',
  description:
    'Old slugs return the post with its current slug. Each reader counts once in half an hour, including the author; crawlers do not count. At most ten guests behind one IP address count in half an hour. Lists ordered by views ignore views by the author, views of drafts and views by programs. The response is not cached.',
  auth: 'optional',
  params: slugParams,
  query: z.object({
    count_view: z.boolean().optional().meta({ description: '`false` does not count a view.' }),
  }),
  responses: { 200: postDetail },
});

export const createPost = defineEndpoint('createPost', {
  tag: 'posts',
  summary: 'Create a post; a body with `post` and `content` and without `title` creates a comment',
  description:
    '`content` is Markdown with a small set of HTML elements (docs/api.md, Values); other HTML is shown as text. The slug is generated from the title, unless `custom_slug` names a free one. `image` is a file in multipart bodies; null or an empty string removes it, `{}` or the current URL leaves it unchanged; without it `image_url` may name an uploaded picture. With `publish_at` the post is a draft that is published at that time, which becomes its `created_at`.',
  auth: 'user',
  needs: 'posts.write',
  isIdempotent: true,
  body: createPostBody,
  alternative: { has: ['post', 'content'], lacks: ['title'], endpoint: createComment },
  errorMessages: {
    400: [
      { field: 'category', key: 'posts.categoryUnknown' },
      { field: 'custom_slug', key: 'posts.slugTaken' },
      { field: 'image_url', key: 'posts.imageUnknown' },
      { field: 'publish_at', key: 'posts.scheduleInPast' },
      { field: 'publish_at', key: 'posts.scheduleNeedsDraft' },
    ],
  },
  responses: { 201: postDetail },
});

export const previewPost = defineEndpoint('previewPost', {
  tag: 'posts',
  summary: 'Render a text as a post; nothing is stored',
  isWrite: false,
  auth: 'user',
  body: postFieldInputs.pick({ content: true }),
  responses: { 200: z.object({ content_html: z.string() }) },
});

export const replacePost = defineEndpoint('replacePost', {
  tag: 'posts',
  summary: 'Change a post; title and content are required, other missing fields stay unchanged',
  description:
    'A new title changes the slug, unless the post has a `custom_slug`; null or an empty string removes that. Old slugs still lead to the post. Turning a pinned post into a draft unpins it. `publish_at` applies to drafts: null removes it, and so does publishing.',
  auth: 'user',
  needs: 'posts.write',
  params: slugParams,
  body: replacePostBody,
  errorMessages: { 412: [{ key: 'posts.stale' }] },
  responses: { 200: postDetail },
  errorBodies: stalePostBodies,
  errors: [403],
});

export const updatePost = defineEndpoint('updatePost', {
  tag: 'posts',
  summary: 'Change the given fields of a post',
  description: 'Like PUT, with every field optional.',
  auth: 'user',
  needs: 'posts.write',
  params: slugParams,
  body: updatePostBody,
  errorMessages: { 412: [{ key: 'posts.stale' }] },
  responses: { 200: postDetail },
  errorBodies: stalePostBodies,
  errors: [403],
});

export const deletePost = defineEndpoint('deletePost', {
  tag: 'posts',
  summary: 'Delete a post with its comments and its pin',
  auth: 'user',
  params: slugParams,
  errorMessages: { 412: [{ key: 'posts.stale' }] },
  responses: { 204: null },
  errorBodies: stalePostBodies,
  errors: [403],
});

/** A past or the current revision of a post: who wrote it and when. */
export const postRevision = z.object({
  version: z.int().min(1),
  title: z.string(),
  created_at: timestamp(),
  editor_info: authorInfo.nullable(),
});
export type PostRevision = z.infer<typeof postRevision>;

export const listRevisions = defineEndpoint('listRevisions', {
  tag: 'posts',
  summary: 'The revisions of a post, the current one first; for its author and staff',
  auth: 'user',
  params: slugParams,
  query: z.object(pageQuery),
  responses: { 200: envelope(postRevision) },
  errors: [403],
});

export const getRevision = defineEndpoint('getRevision', {
  tag: 'posts',
  summary: 'One revision of a post by version',
  description:
    'To restore it, update the post with this title and content, and with `image_url` if the revision has a cover, using `If-Match` with the current version.',
  auth: 'user',
  params: slugParams.extend({ version: pathId() }),
  responses: { 200: postRevision.extend({ ...revisedFields.shape, image: z.string().nullable() }) },
  errors: [403],
});

export const viewPost = defineEndpoint('viewPost', {
  tag: 'posts',
  summary: 'Report that a reader has opened the post; each reader counts once in half an hour',
  description:
    'For pages rendered on the server, which counts no views. A GET request for a post counts a view itself. `referrer` is the host name of the page that led here; the statistics of the author count views by it. Without it the view counts as direct.',
  auth: 'optional',
  params: slugParams,
  body: z.object({ referrer: optionalText(referrerMaxLength) }),
  responses: { 204: null },
});

export const listCategoryPosts = defineEndpoint('listCategoryPosts', {
  tag: 'categories',
  summary: 'A category and its published posts, pinned first, then newest first',
  auth: 'optional',
  params: slugParams,
  query: z.object(pageQuery),
  responses: {
    200: z.object({
      category,
      posts: z.array(postListItem),
      pinned_posts_count: count(),
      count: count(),
      next: z.string().nullable(),
      previous: z.string().nullable(),
    }),
  },
});

/** The `code` of a 404 for a deleted post that was public. */
export const deletedPostCode = 'deleted';
