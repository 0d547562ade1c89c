import { z } from 'zod';
import { authorInfo } from './auth.ts';
import {
  count,
  envelope,
  id,
  pageQuery,
  pathId,
  requiredText,
  searchTermsQuery,
  text,
  timestamp,
} from './common.ts';
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
  /** True where the moderator may not see the post: title and slug are then those that were public last. */
  withdrawn: z.boolean().optional(),
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
  /** True where the moderator may not see the post: title and slug are then those that were public last. */
  post_withdrawn: z.boolean().optional(),
  created_at: timestamp(),
  hidden: hiding.nullable(),
});
export type ModeratedComment = z.infer<typeof moderatedComment>;

export const moderationState = z.enum(['visible', 'hidden']);
export type ModerationState = z.infer<typeof moderationState>;

const listQuery = z.object({
  ...pageQuery,
  search: searchTermsQuery(),
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
  description:
    'Of a post that its author has made a draft of, a moderator who is not staff gets the names that were public last, and no text.',
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

/** An account as moderators see it. */
export const moderatedAccount = authorInfo.extend({
  is_active: z.boolean(),
  is_staff: z.boolean(),
  is_superuser: z.boolean(),
  /** Whether the caller may disable and enable it. */
  can_change: z.boolean(),
  /** Null for an active account, and for one that was disabled by other means than the site's. */
  disabled: hiding.nullable(),
});
export type ModeratedAccount = z.infer<typeof moderatedAccount>;

export const disableBody = z.object({
  reason: requiredText(hideReasonMaxLength, { required: 'moderation.reasonRequired' }),
});

const says = {
  403: [{ key: 'moderation.accountOwn' }, { key: 'moderation.accountOfStaff' }],
  404: [{ key: 'moderation.accountUnknown' }],
} as const;

export const getModeratedAccount = defineEndpoint('getModeratedAccount', {
  tag: 'moderation',
  summary: 'An account, whether it is disabled, and by whom and why',
  auth: 'moderator',
  params: idParams,
  says: { 404: says[404] },
  responses: { 200: moderatedAccount },
});

export const disableAccount = defineEndpoint('disableAccount', {
  tag: 'moderation',
  summary: 'Disable an account: all its sessions end at once and nobody can log in',
  description:
    'Access tokens are refused at once for writes and within 5 seconds for reads. Who logs in with the right password is shown the reason. What the account has published stays, and its payments go on being processed. Accounts of staff are disabled by superusers only, nobody disables their own. Repeated, it changes nothing.',
  auth: 'moderator',
  params: idParams,
  body: disableBody,
  says,
  responses: { 200: moderatedAccount },
});

export const enableAccount = defineEndpoint('enableAccount', {
  tag: 'moderation',
  summary: 'Let the owner of a disabled account log in again; ended sessions stay ended',
  auth: 'moderator',
  params: idParams,
  body: hideBody,
  says,
  responses: { 200: moderatedAccount },
});
