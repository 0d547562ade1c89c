import { z } from 'zod';
import { authorInfo } from './auth.ts';
import { envelope, id, pageQuery, pathId, requiredText, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import {
  decision,
  objection,
  objectionDays,
  objectionMaxLength,
  objectionMinLength,
  staffDecision,
} from './moderation.ts';
import { hideReasonMaxLength } from './staff.ts';

/** How many objections a user may make within 24 hours. */
export const objectionsPerDay = 10;

const params = z.object({ id: pathId() });

/** An objection with its decision, for moderators. */
export const staffObjection = objection.extend({
  id: id(),
  decision: staffDecision.omit({ can_end: true, objection: true, objection_until: true }),
  /** The person concerned. */
  author: authorInfo,
  /** The beginning of the text that the decision has hidden, or of the biography; empty when it is gone. */
  target_text: z.string(),
  /** The post, or the post of the comment; null for an account and when it is gone. */
  target_slug: z.string().nullable(),
  decided_by: authorInfo.nullable(),
  /**
   * Why the caller may not decide it: the caller made the decision, the same and nobody else could decide, or the caller
   * is the person concerned.
   */
  obstacle: z.enum(['first', 'nobody-else', 'own']).nullable(),
  created_at: timestamp(),
});
export type StaffObjection = z.infer<typeof staffObjection>;

export const createObjection = defineEndpoint('createObjection', {
  tag: 'moderation',
  summary: 'Object to a decision about the caller or a text of the caller',
  description: `Once for each decision, within ${objectionDays} days and while it is in effect; at most ${objectionsPerDay} within 24 hours. Another moderator than the first decides; the outcome comes as a notification and an e-mail.`,
  auth: 'user',
  params,
  body: z.object({
    text: requiredText(objectionMaxLength, { required: 'objections.required' }).min(
      objectionMinLength,
      'objections.tooShort',
    ),
  }),
  errorMessages: {
    400: [{ key: 'objections.once' }, { key: 'objections.tooLate' }, { key: 'objections.tooMany' }],
    404: [{ key: 'moderation.decisionUnknown' }],
  },
  responses: { 201: decision },
});

export const listObjections = defineEndpoint('listObjections', {
  tag: 'moderation',
  summary: 'Objections: the open ones, oldest first, or the decided ones, newest first',
  auth: 'content.moderate',
  query: z.object({
    ...pageQuery,
    state: z.enum(['open', 'closed']).optional().meta({ description: '`open` is the default.' }),
  }),
  responses: { 200: envelope(staffObjection) },
  errors: [404],
});

export const decideObjection = defineEndpoint('decideObjection', {
  tag: 'moderation',
  summary: 'Uphold or overturn a decision against which somebody has objected',
  description:
    'Overturning takes the decision back in the same transaction. Nobody decides about an own decision or about themselves, administrators included. The first answer counts: 400 for an objection that is decided.',
  auth: 'content.moderate',
  params,
  body: z.object({
    outcome: z.enum(['upheld', 'overturned']),
    reason: requiredText(hideReasonMaxLength, { required: 'moderation.reasonRequired' }),
  }),
  errorMessages: {
    400: [{ key: 'objections.closed' }],
    403: [{ key: 'objections.first' }, { key: 'objections.own' }, { key: 'moderation.accountOfStaff' }],
    404: [{ key: 'objections.unknown' }],
  },
  responses: { 200: staffObjection },
});
