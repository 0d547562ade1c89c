import { z } from 'zod';
import { authorInfo } from './auth.ts';
import {
  count,
  discussionPartQuery,
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
  /** True where the caller may not see the post any more: title and slug are then those that were public last. */
  post_withdrawn: z.boolean().optional(),
  parent: id().nullable(),
  is_active: z.boolean(),
  /** When and why a moderator has hidden the comment; only its author gets to see such a comment, and this. */
  hidden: z.object({ at: timestamp(), reason: z.string() }).optional(),
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
  ...searchQuery(['created_at', 'updated_at']),
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
    is_active: z
      .boolean()
      .optional()
      .meta({ description: '`false` asks for the deleted ones, with those that a moderator has hidden.' }),
    with_hidden: z
      .boolean()
      .optional()
      .meta({ description: '`true` adds to the active ones those that a moderator has hidden.' }),
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
  description:
    'At most a thousand comments, or fewer where they are long, those of the upper levels first. The discussion of the post and the replies of a comment have the rest.',
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
  summary: 'The discussion of a post: top level newest first, replies oldest first',
  description:
    'The newest thousand comments, or fewer where their texts are long, in whole threads but for the last one, whose oldest replies come first; `next_after` leads to the rest and is null where there is none. A part that begins inside a thread has the first comment of the thread before it. The author of a draft gets an empty list, others 404.',
  auth: 'optional',
  params: z.object({ postId: pathId() }),
  query: z.object({
    ...discussionPartQuery(),
    from: idFilter().meta({
      description: 'As `after`, with the named comment: for links to a comment far down a discussion.',
    }),
  }),
  responses: {
    200: z.object({
      post: z.object({ id: id(), title: z.string(), slug: z.string() }),
      comments: z.array(commentDetail),
      comments_count: count(),
      next_after: id().nullable(),
    }),
  },
});

export const listReplies = defineEndpoint('listReplies', {
  tag: 'comments',
  summary: 'Direct active replies to a comment, oldest first',
  description:
    'The oldest thousand, or fewer where they are long; `replies_count` counts all, and `next_after` leads to the rest.',
  auth: 'optional',
  params: idParams,
  query: z.object(discussionPartQuery()),
  responses: {
    200: z.object({
      parent_comment: comment,
      replies: z.array(comment),
      replies_count: count(),
      next_after: id().nullable(),
    }),
  },
});
