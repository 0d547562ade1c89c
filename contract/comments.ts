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
  queryParameter,
  requiredText,
  searchQuery,
  timestamp,
  trapField,
} from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { normaliseDiscussionOrder } from './query.ts';

export const commentMaxLength = 10_000;

export const comment = z.object({
  id: id(),
  content: z.string(),
  author: id().nullable(),
  author_info: authorInfo,
  post: id(),
  post_title: z.string(),
  post_slug: z.string(),
  /** True if the caller can no longer see the post: title and slug are then the last public ones. */
  post_withdrawn: z.boolean().optional(),
  parent: id().nullable(),
  is_active: z.boolean(),
  /**
   * When and why a moderator hid the comment, or since when it waits for one (`is_waiting`); only its author sees such a
   * comment and this field.
   */
  hidden: z.object({ at: timestamp(), reason: z.string(), is_waiting: z.boolean().optional() }).optional(),
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

export const closeAfterMaxDays = 3_650;
export const slowModeMaxSeconds = 3_600;

export const closedReasons = ['author', 'moderators', 'time'] as const;
export type ClosedReason = (typeof closedReasons)[number];

export const discussionSettings = z.object({
  /** Why nobody can write comments; null for an open discussion. */
  closed: z.enum(closedReasons).nullable(),
  /** True if moderators have closed the discussion. */
  locked: z.boolean(),
  /** Days from the publication until the discussion closes; 0 for never, null for the default of the site. */
  close_after_days: z.int().min(0).max(closeAfterMaxDays).nullable(),
  /** When the discussion closes or has closed by time; null for never. */
  closes_at: timestamp().nullable(),
  /** The time between two comments of one person; 0 for no limit. */
  slow_mode_seconds: z.int().min(0).max(slowModeMaxSeconds),
  /** The top-level comment that stands first in every `order`; null for none. */
  pinned_comment: id().nullable(),
});
export type DiscussionSettings = z.infer<typeof discussionSettings>;

const content = () => requiredText(commentMaxLength, { required: 'comments.contentRequired' });
export const createCommentBody = z.object({
  post: id(),
  parent: id().nullish(),
  content: content(),
  homepage: trapField(),
});

const idParams = z.object({ id: pathId() });
const listQuery = {
  ...pageQuery,
  ...searchQuery(['created_at', 'updated_at']),
  post: idFilter(),
  parent: idFilter(),
};

export const listComments = defineEndpoint('listComments', {
  tag: 'comments',
  summary: 'Active comments on posts visible to the caller: search, filters, ordering, pages',
  auth: 'optional',
  query: z.object({ ...listQuery, author: idFilter() }),
  responses: { 200: envelope(comment) },
  errors: [404],
});

export const listMyComments = defineEndpoint('listMyComments', {
  tag: 'comments',
  summary: "The caller's own active comments, or with `is_active=false` the deleted ones",
  auth: 'user',
  aliasPaths: ['/api/v1/comments/my_comments/'],
  query: z.object({
    ...listQuery,
    is_active: z
      .boolean()
      .optional()
      .meta({ description: '`false` returns the deleted comments and the comments hidden by a moderator.' }),
    with_hidden: z
      .boolean()
      .optional()
      .meta({ description: '`true` includes comments hidden by a moderator in the active ones.' }),
  }),
  responses: { 200: envelope(comment) },
  errors: [404],
});

export const createComment = defineEndpoint('createComment', {
  tag: 'comments',
  summary: 'Comment on a published post, or reply to a comment of the same post',
  description:
    'Comments are plain text. Discussions are at most 100 levels deep. In slow mode a comment that comes too early is 429 with `code` `slow_mode` and the seconds to wait in `retry_after`; the author of the post and the staff are exempt.',
  auth: 'user',
  needs: 'comments.write',
  isIdempotent: true,
  body: createCommentBody,
  errorMessages: {
    400: [
      { field: 'post', key: 'comments.closed' },
      { field: 'post', key: 'comments.locked' },
      { field: 'post', key: 'comments.expired' },
      { field: 'parent', key: 'comments.parentUnknown' },
    ],
  },
  responses: { 201: commentDetail },
});

export const getComment = defineEndpoint('getComment', {
  tag: 'comments',
  summary: 'One comment with its replies',
  description:
    'At most 1,000 comments, or fewer if they are long, upper levels first. The discussion of the post and the replies of a comment return the rest.',
  auth: 'optional',
  params: idParams,
  responses: { 200: commentDetail },
});

export const replaceComment = defineEndpoint('replaceComment', {
  tag: 'comments',
  summary: 'Change the text of a comment',
  auth: 'user',
  needs: 'comments.write',
  params: idParams,
  body: z.object({ content: content() }),
  responses: { 200: commentDetail },
  errors: [403],
});

export const updateComment = defineEndpoint('updateComment', {
  tag: 'comments',
  summary: 'Change the text of a comment, if one is given',
  auth: 'user',
  needs: 'comments.write',
  params: idParams,
  body: z.object({ content: content().optional() }),
  responses: { 200: commentDetail },
  errors: [403],
});

export const deleteComment = defineEndpoint('deleteComment', {
  tag: 'comments',
  summary: 'Delete a comment; a comment with active replies leaves a placeholder',
  description:
    'Afterwards the comment returns 404. While it has active replies, the discussion tree contains a placeholder instead: `content` «[Комментарий удалён]», `is_active` false, `author` null.',
  auth: 'user',
  params: idParams,
  responses: { 204: null },
  errors: [403],
});

export const listPostComments = defineEndpoint('listPostComments', {
  tag: 'comments',
  summary: 'The discussion of a post: top level newest first, replies oldest first',
  description:
    'The newest 1,000 comments, or fewer if their texts are long, in complete threads except the last one, which begins with its oldest replies; `next_after` leads to the rest and is null at the end. A part that begins inside a thread starts with the first comment of that thread. The author of a draft gets an empty list, others get 404.',
  auth: 'optional',
  params: z.object({ postId: pathId() }),
  query: z.object({
    ...discussionPartQuery(),
    order: queryParameter(
      'The order of the threads: `newest`, `oldest` or `discussed` (most direct replies first). With an order the pinned comment comes first. Any other value means `newest` with the pinned comment in its place. Replies are always oldest first.',
      normaliseDiscussionOrder,
    ),
    from: idFilter().meta({
      description:
        'Like `after`, but includes the given comment: for links to a comment deep in a discussion.',
    }),
  }),
  responses: {
    200: z.object({
      post: z.object({ id: id(), title: z.string(), slug: z.string() }),
      comments: z.array(commentDetail),
      comments_count: count(),
      next_after: id().nullable(),
      settings: discussionSettings,
      /** When the newest active comment of the discussion was written; null without comments. */
      newest_at: timestamp().nullable(),
    }),
  },
});

export const newCommentsMaxCount = 500;

export const listNewComments = defineEndpoint('listNewComments', {
  tag: 'comments',
  summary: 'The ids of active comments on a post that were written after a time, without those of the caller',
  description: `The oldest ${newCommentsMaxCount}, oldest first.`,
  auth: 'optional',
  params: z.object({ postId: pathId() }),
  query: z.object({
    since: timestamp().meta({ description: 'A time as in `newest_at` of the discussion.' }),
  }),
  responses: { 200: z.object({ ids: z.array(id()) }) },
});

export const updateDiscussion = defineEndpoint('updateDiscussion', {
  tag: 'comments',
  summary: 'Change when the discussion of a post closes, and how fast people may write',
  description:
    'For the author of the post, moderators and editors; only moderators set `locked`. Authors close a discussion with `comments_enabled` of the post.',
  auth: 'user',
  needs: 'posts.write',
  params: z.object({ postId: pathId() }),
  body: z.object({
    locked: z.boolean().optional(),
    close_after_days: discussionSettings.shape.close_after_days.optional(),
    slow_mode_seconds: discussionSettings.shape.slow_mode_seconds.optional(),
    pinned_comment: discussionSettings.shape.pinned_comment.optional(),
  }),
  errorMessages: { 400: [{ field: 'pinned_comment', key: 'comments.pinUnknown' }] },
  responses: { 200: discussionSettings },
});

export const listReplies = defineEndpoint('listReplies', {
  tag: 'comments',
  summary: 'Direct active replies to a comment, oldest first',
  description:
    'The oldest 1,000, or fewer if they are long; `replies_count` counts all, and `next_after` leads to the rest.',
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
