import { z } from 'zod';
import { authorInfo } from './auth.ts';
import {
  count,
  envelope,
  id,
  idFilter,
  pageQuery,
  pathId,
  requiredText,
  searchQuery,
  timestamp,
} from './common.ts';
import { defineEndpoint } from './endpoint.ts';

export const commentMaxLength = 10_000;

export const comment = z.object({
  id: id(),
  content: z.string(),
  author: id().nullable(),
  author_info: authorInfo,
  post: id(),
  post_title: z.string(),
  post_slug: z.string(),
  parent: id().nullable(),
  is_active: z.boolean(),
  replies_count: count(),
  is_reply: z.boolean(),
  created_at: timestamp(),
  updated_at: timestamp(),
});
export type Comment = z.infer<typeof comment>;

/** A comment with its active replies, oldest first, to any depth. */
export const commentDetail = comment.extend({
  get replies(): z.ZodArray<typeof commentDetail> {
    return z.array(commentDetail);
  },
});
export type CommentDetail = z.infer<typeof commentDetail>;

const content = () => requiredText(commentMaxLength, { required: 'comments.contentRequired' });
export const createCommentBody = z.object({ post: id(), parent: id().nullish(), content: content() });

const idParams = z.object({ id: pathId() });
const listQuery = {
  ...pageQuery,
  ...searchQuery('created_at', 'updated_at'),
  post: idFilter(),
  parent: idFilter(),
};

export const listComments = defineEndpoint('listComments', {
  tag: 'comments',
  summary: 'Active comments on posts the caller may see: search, filters, ordering, pages',
  auth: 'optional',
  query: z.object({ ...listQuery, author: idFilter() }),
  responses: { 200: envelope(comment) },
  errors: [404],
});

export const listMyComments = defineEndpoint('listMyComments', {
  tag: 'comments',
  summary: "The caller's own active comments, or with `is_active=false` the deleted ones",
  auth: 'user',
  alsoAt: ['/api/v1/comments/my_comments/'],
  query: z.object({
    ...listQuery,
    is_active: z.boolean().optional().meta({ description: '`false` asks for the deleted ones.' }),
  }),
  responses: { 200: envelope(comment) },
  errors: [404],
});

export const createComment = defineEndpoint('createComment', {
  tag: 'comments',
  summary: 'Comment on a published post, or reply to a comment of the same post',
  description: 'Comments are plain text. Discussions go at most 100 levels deep.',
  auth: 'user',
  isIdempotent: true,
  body: createCommentBody,
  says: {
    400: [
      { field: 'post', key: 'comments.closed' },
      { field: 'parent', key: 'comments.parentUnknown' },
    ],
  },
  responses: { 201: commentDetail },
});

export const getComment = defineEndpoint('getComment', {
  tag: 'comments',
  summary: 'One comment with its replies',
  auth: 'optional',
  params: idParams,
  responses: { 200: commentDetail },
});

export const replaceComment = defineEndpoint('replaceComment', {
  tag: 'comments',
  summary: 'Change the words of a comment',
  auth: 'user',
  params: idParams,
  body: z.object({ content: content() }),
  responses: { 200: commentDetail },
  errors: [403],
});

export const updateComment = defineEndpoint('updateComment', {
  tag: 'comments',
  summary: 'Change the words of a comment, where any are given',
  auth: 'user',
  params: idParams,
  body: z.object({ content: content().optional() }),
  responses: { 200: commentDetail },
  errors: [403],
});

export const deleteComment = defineEndpoint('deleteComment', {
  tag: 'comments',
  summary: 'Delete a comment; over living replies a tombstone stays',
  description:
    'Afterwards the comment is 404. In the tree of its discussion a tombstone stands in its place while it has living replies: `content` «[Комментарий удалён]», `is_active` false, `author` null.',
  auth: 'user',
  params: idParams,
  responses: { 204: null },
  errors: [403],
});

export const listPostComments = defineEndpoint('listPostComments', {
  tag: 'comments',
  summary: 'The whole discussion of a post: top level newest first, replies oldest first',
  description: 'Not paged. The author of a draft gets an empty list, others 404.',
  auth: 'optional',
  params: z.object({ postId: pathId() }),
  responses: {
    200: z.object({
      post: z.object({ id: id(), title: z.string(), slug: z.string() }),
      comments: z.array(commentDetail),
      comments_count: count(),
    }),
  },
});

export const listReplies = defineEndpoint('listReplies', {
  tag: 'comments',
  summary: 'Direct active replies to a comment, oldest first',
  auth: 'optional',
  params: idParams,
  responses: {
    200: z.object({ parent_comment: comment, replies: z.array(comment), replies_count: count() }),
  },
});
