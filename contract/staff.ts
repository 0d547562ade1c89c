import { z } from 'zod';
import { authorInfo } from './auth.ts';
import { categoryInfo } from './categories.ts';
import {
  categoryFilter,
  count,
  envelope,
  id,
  idFilter,
  optionalText,
  pageQuery,
  pathId,
  requiredText,
  searchTermsQuery,
  timestamp,
} from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { permissions, roles } from './permissions.ts';
import { ruleIds } from './rules.ts';

export const hideReasonMaxLength = 500;

/** Who hid or disabled something, when and why. */
const moderationRecord = z.object({ at: timestamp(), by: authorInfo.nullable(), reason: z.string() });

/** A post in the lists for moderators. */
export const moderatedPost = z.object({
  id: id(),
  title: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  /** What its author wants; a scheduled post is a draft. */
  status: z.enum(['draft', 'published']).optional(),
  publish_at: timestamp().nullish(),
  category_info: categoryInfo.nullish(),
  /** True where the moderator may not see the post: title and slug are then those that were public last. */
  withdrawn: z.boolean().optional(),
  author_info: authorInfo,
  created_at: timestamp(),
  views_count: count(),
  comments_count: count(),
  hidden: moderationRecord.nullable(),
  /** When and by whom the post was taken off the front page. */
  off_front_page: z.object({ at: timestamp(), by: authorInfo.nullable() }).nullable(),
});
export type ModeratedPost = z.infer<typeof moderatedPost>;

/** A comment in the lists for moderators: with its text, even if it is hidden. */
export const moderatedComment = z.object({
  id: id(),
  content: z.string(),
  author_info: authorInfo,
  post_title: z.string(),
  post_slug: z.string(),
  /** True where the moderator may not see the post: title and slug are then those that were public last. */
  post_withdrawn: z.boolean().optional(),
  created_at: timestamp(),
  hidden: moderationRecord.nullable(),
});
export type ModeratedComment = z.infer<typeof moderatedComment>;

export const moderationState = z.enum(['visible', 'hidden']);
export const moderatedPostState = z.enum(['visible', 'hidden', 'off-front-page', 'draft', 'scheduled']);
export type ModeratedPostState = z.infer<typeof moderatedPostState>;
export type ModerationState = z.infer<typeof moderationState>;

const listQuery = z.object({
  ...pageQuery,
  search: searchTermsQuery(),
  author: idFilter(),
  state: moderationState.optional().meta({ description: '`visible`, the default, or `hidden`.' }),
});
const postListQuery = listQuery.extend({
  state: moderatedPostState.optional().meta({
    description:
      '`visible`, the default, `hidden`, `off-front-page`, or, for those who may read drafts, `draft` and `scheduled`; others get an empty list of these.',
  }),
  category: categoryFilter(),
});
const idParams = z.object({ id: pathId() });
export const hideBody = z.object({
  reason: optionalText(hideReasonMaxLength),
});

/** The author reads the rule and the reason. */
const hideTextBody = hideBody.extend({ rule: z.enum(ruleIds).nullish() });

export const listModeratedPosts = defineEndpoint('listModeratedPosts', {
  tag: 'moderation',
  summary: 'All posts of a state, by default the published ones, newest first',
  auth: 'posts.review',
  query: postListQuery,
  responses: { 200: envelope(moderatedPost) },
  errors: [404],
});

export const hidePost = defineEndpoint('hidePost', {
  tag: 'moderation',
  summary: 'Hide a published post and remove its pin; only its author and moderators still see it',
  auth: 'content.moderate',
  params: idParams,
  body: hideTextBody,
  responses: { 200: moderatedPost },
});

export const restorePost = defineEndpoint('restorePost', {
  tag: 'moderation',
  summary: 'Restore a hidden post to the status that its author set',
  description:
    'If the author has turned the post into a draft, a moderator who is not staff gets the last public title and slug, and no text.',
  auth: 'content.moderate',
  params: idParams,
  responses: { 200: moderatedPost },
});

export const keepOffFrontPage = defineEndpoint('keepOffFrontPage', {
  tag: 'moderation',
  summary: 'Keep a post off the front page; other lists still show it',
  auth: 'front-page.arrange',
  params: idParams,
  responses: { 200: moderatedPost },
});

export const returnToFrontPage = defineEndpoint('returnToFrontPage', {
  tag: 'moderation',
  summary: 'Let the front page show a post again',
  auth: 'front-page.arrange',
  params: idParams,
  responses: { 200: moderatedPost },
});

export const listModeratedComments = defineEndpoint('listModeratedComments', {
  tag: 'moderation',
  summary: 'Active comments, or with `state=hidden` the hidden ones, newest first',
  auth: 'content.moderate',
  query: listQuery,
  responses: { 200: envelope(moderatedComment) },
  errors: [404],
});

export const hideComment = defineEndpoint('hideComment', {
  tag: 'moderation',
  summary: 'Hide a comment; a comment with active replies leaves a placeholder',
  auth: 'content.moderate',
  params: idParams,
  body: hideTextBody,
  responses: { 200: moderatedComment },
});

export const restoreComment = defineEndpoint('restoreComment', {
  tag: 'moderation',
  summary: 'Restore a hidden comment',
  auth: 'content.moderate',
  params: idParams,
  responses: { 200: moderatedComment },
});

/** An account with the fields for moderators. */
export const moderatedAccount = authorInfo.extend({
  is_active: z.boolean(),
  is_staff: z.boolean(),
  is_superuser: z.boolean(),
  role: z.enum(roles),
  /** What the account may do for the site. */
  permissions: z.array(z.enum(permissions)),
  created_at: timestamp(),
  /** Whether the caller may disable and enable the account. */
  can_change: z.boolean(),
  /** Null for an active account, and for one that was disabled directly in the database. */
  disabled: moderationRecord.nullable(),
});
export type ModeratedAccount = z.infer<typeof moderatedAccount>;

export const disableBody = z.object({
  reason: requiredText(hideReasonMaxLength, { required: 'moderation.reasonRequired' }),
  rule: z.enum(ruleIds).nullish(),
});

const errorMessages = {
  403: [{ key: 'moderation.accountOwn' }, { key: 'moderation.accountOfStaff' }],
  404: [{ key: 'moderation.accountUnknown' }],
} as const;

export const getModeratedAccount = defineEndpoint('getModeratedAccount', {
  tag: 'moderation',
  summary: 'An account; if it is disabled, by whom and why',
  auth: 'accounts.moderate',
  params: idParams,
  errorMessages: { 404: errorMessages[404] },
  responses: { 200: moderatedAccount },
});

export const setAccountRole = defineEndpoint('setAccountRole', {
  tag: 'moderation',
  summary: 'Give an account a role',
  description:
    'The account gets the permissions of the role and no others: flags from before the roles end. Open sessions have the role at once for writes and within a second for reads. The last administrator keeps the role (403). Repeating the request changes nothing.',
  auth: 'roles.manage',
  needsConfirmation: true,
  params: idParams,
  body: z.object({ role: z.enum(roles) }),
  errorMessages: { 403: [{ key: 'moderation.lastAdministrator' }], 404: errorMessages[404] },
  responses: { 200: moderatedAccount },
});

export const disableAccount = defineEndpoint('disableAccount', {
  tag: 'moderation',
  summary: 'Disable an account: all its sessions end at once and it cannot log in',
  needsConfirmation: true,
  description:
    'Access tokens are rejected at once for writes and within a second for reads. A login with the correct password shows the reason. Published content stays, and payments of the account are still processed. Only administrators and superusers disable accounts of staff, and nobody disables their own account. Repeating the request changes nothing.',
  auth: 'accounts.moderate',
  params: idParams,
  body: disableBody,
  errorMessages,
  responses: { 200: moderatedAccount },
});

export const enableAccount = defineEndpoint('enableAccount', {
  tag: 'moderation',
  summary: 'Enable a disabled account, so that its owner can log in again; ended sessions stay ended',
  auth: 'accounts.moderate',
  params: idParams,
  body: hideBody,
  errorMessages,
  responses: { 200: moderatedAccount },
});
