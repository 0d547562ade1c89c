import { z } from 'zod';
import { authorInfo } from './auth.ts';
import { count, envelope, id, pageQuery, pathId, text, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

export const hideReasonMaxLength = 500;

/** Who has taken something out of sight, when and why. */
const hiding = z.object({ at: timestamp(), by: authorInfo.nullable(), reason: z.string() });

/** A post as moderators see it in lists. */
export const moderatedPost = z.object({
  id: id(),
  title: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  author_info: authorInfo,
  created_at: timestamp(),
  views_count: count(),
  comments_count: count(),
  hidden: hiding.nullable(),
});
export type ModeratedPost = z.infer<typeof moderatedPost>;

/** A comment as moderators see it: with its words, also when it is hidden. */
export const moderatedComment = z.object({
  id: id(),
  content: z.string(),
  author_info: authorInfo,
  post_title: z.string(),
  post_slug: z.string(),
  created_at: timestamp(),
  hidden: hiding.nullable(),
});
export type ModeratedComment = z.infer<typeof moderatedComment>;

export const moderationState = z.enum(['visible', 'hidden']);
export type ModerationState = z.infer<typeof moderationState>;

const listQuery = z.object({
  ...pageQuery,
  search: z.string().optional().meta({ description: 'Every term must occur.' }),
  state: moderationState.optional().meta({ description: '`visible`, the default, or `hidden`.' }),
});
const idParams = z.object({ id: pathId() });
export const hideBody = z.object({
  reason: text().pipe(z.string().trim().max(hideReasonMaxLength)).nullish(),
});

export const listModeratedPosts = defineEndpoint('listModeratedPosts', {
  tag: 'moderation',
  summary: 'Published posts, or with `state=hidden` the hidden ones, newest first',
  auth: 'moderator',
  query: listQuery,
  responses: { 200: envelope(moderatedPost) },
  errors: [404],
});

export const hidePost = defineEndpoint('hidePost', {
  tag: 'moderation',
  summary: 'Take a published post out of sight, with its pin; only its author and moderators still see it',
  auth: 'moderator',
  params: idParams,
  body: hideBody,
  responses: { 200: moderatedPost },
});

export const restorePost = defineEndpoint('restorePost', {
  tag: 'moderation',
  summary: 'Let a hidden post be again what its author wants it to be',
  auth: 'moderator',
  params: idParams,
  responses: { 200: moderatedPost },
});

export const listModeratedComments = defineEndpoint('listModeratedComments', {
  tag: 'moderation',
  summary: 'Active comments, or with `state=hidden` the hidden ones, newest first',
  auth: 'moderator',
  query: listQuery,
  responses: { 200: envelope(moderatedComment) },
  errors: [404],
});

export const hideComment = defineEndpoint('hideComment', {
  tag: 'moderation',
  summary: 'Take a comment out of sight; over living replies a tombstone stays',
  auth: 'moderator',
  params: idParams,
  body: hideBody,
  responses: { 200: moderatedComment },
});

export const restoreComment = defineEndpoint('restoreComment', {
  tag: 'moderation',
  summary: 'Bring a hidden comment back',
  auth: 'moderator',
  params: idParams,
  responses: { 200: moderatedComment },
});
