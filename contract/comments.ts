import { z } from 'zod';
import { authorInfo } from './auth.ts';
import { count, id, requiredText, timestamp } from './common.ts';
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

export const createCommentBody = z.object({
  post: id(),
  parent: id().nullish(),
  content: requiredText(commentMaxLength, { required: 'comments.contentRequired' }),
});

export const createComment = defineEndpoint('createComment', {
  tag: 'comments',
  summary: 'Comment on a published post, or reply to a comment of the same post',
  auth: 'user',
  body: createCommentBody,
  responses: { 201: commentDetail },
});

export const listPostComments = defineEndpoint('listPostComments', {
  tag: 'comments',
  summary: 'The whole discussion of a post: top level newest first, replies oldest first',
  auth: 'optional',
  params: z.object({ postId: z.string() }),
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
  params: z.object({ id: z.string() }),
  responses: {
    200: z.object({ parent_comment: comment, replies: z.array(comment), replies_count: count() }),
  },
});
