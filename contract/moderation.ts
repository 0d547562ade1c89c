import { z } from 'zod';
import { authorInfo } from './auth.ts';
import {
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
import { roles } from './permissions.ts';
import { type RuleId, ruleIds } from './rules.ts';
import { hideReasonMaxLength, moderatedAccount } from './staff.ts';

export const sanctionKinds = ['warning', 'comments', 'publishing', 'read-only', 'disable'] as const;
export type SanctionKind = (typeof sanctionKinds)[number];
export const decisionActions = ['hide', 'leave', ...sanctionKinds, 'hide-texts'] as const;
export type DecisionAction = (typeof decisionActions)[number];
export const decisionTargets = ['post', 'comment', 'account'] as const;
export type DecisionTarget = (typeof decisionTargets)[number];

export const sanctionMaxDays = 3_650;
export const noteMaxLength = 2_000;
/** How long all texts of an account can be brought back in one action. */
export const restoreDays = 30;
/** How long the person concerned may object to a decision. */
export const objectionDays = 30;
export const objectionMinLength = 20;
export const objectionMaxLength = 2_000;
/** `ended`: the decision ended before anybody decided the objection. */
export const objectionOutcomes = ['upheld', 'overturned', 'ended'] as const;
export type ObjectionOutcome = (typeof objectionOutcomes)[number];

const rule = z.enum(ruleIds);
const reason = () => requiredText(hideReasonMaxLength, { required: 'moderation.reasonRequired' });
/** Whether a decision to hide a text says why: by a rule, or by a reason where no rule says it. */
export const isExplained = (decision: {
  outcome: string;
  rule?: RuleId | null | undefined;
  reason?: string | null | undefined;
}): boolean =>
  decision.outcome !== 'hide' || (decision.rule ?? 'other') !== 'other' || Boolean(decision.reason);

const idParams = z.object({ id: pathId() });
const unknownAccount = { 404: [{ key: 'moderation.accountUnknown' }] } as const;

/** What the person concerned says against a decision, and what was decided about it. */
export const objection = z.object({
  text: z.string(),
  created_at: timestamp(),
  /** Null until another moderator has decided. */
  decided: z.object({ at: timestamp(), outcome: z.enum(objectionOutcomes), reason: z.string() }).nullable(),
});

/** What was decided about a text or an account; the person concerned reads all of it. */
export const decision = z.object({
  id: id(),
  action: z.enum(decisionActions),
  /** `name` is the title of a post, the beginning of a comment, or the username. */
  target: z.object({ kind: z.enum(decisionTargets), id: id(), name: z.string() }),
  rule: rule.nullable(),
  reason: z.string(),
  created_at: timestamp(),
  /** The end of a sanction; null without one. */
  until: timestamp().nullable(),
  /** Whether the decision has an effect now. */
  is_active: z.boolean(),
  /** When and why the decision was ended; null while it has not. */
  ended: z.object({ at: timestamp(), reason: z.string() }).nullable(),
  /** Who decided, without a name; `site` if no account did. */
  decided_by: z.enum(['moderator', 'administrator', 'site']),
  /** How many texts a decision about all texts has hidden; 0 for others. */
  texts_count: count(),
  objection: objection.nullable(),
  /** Until when the person concerned may object; null if that is impossible or has been done. */
  objection_until: timestamp().nullable(),
});
export type Decision = z.infer<typeof decision>;

/** A decision with the moderators, for moderators. */
export const staffDecision = decision.extend({
  moderator: authorInfo.nullable(),
  ended_by: authorInfo.nullable(),
  /** Whether the caller may take the decision back. */
  can_end: z.boolean(),
});
export type StaffDecision = z.infer<typeof staffDecision>;

export const accountNote = z.object({
  id: id(),
  text: z.string(),
  created_at: timestamp(),
  moderator: authorInfo.nullable(),
});
export type AccountNote = z.infer<typeof accountNote>;

/** An account in the list for moderators. */
export const listedAccount = moderatedAccount.omit({ disabled: true, can_change: true }).extend({
  email: z.string(),
  posts_count: count(),
  comments_count: count(),
  /** What sanctions take away now. */
  restrictions: z.array(z.enum(['comments', 'publishing', 'read-only'])),
});
export type ListedAccount = z.infer<typeof listedAccount>;

export const accountState = z.enum(['active', 'restricted', 'disabled']);

export const listAccounts = defineEndpoint('listAccounts', {
  tag: 'moderation',
  summary: 'All accounts, newest first',
  auth: 'accounts.moderate',
  query: z.object({
    ...pageQuery,
    search: searchTermsQuery('Each must occur in the username, the e-mail address or the name.'),
    role: z
      .enum([...roles, 'staff'])
      .optional()
      .meta({
        description: 'Accounts with a role; `staff` means all that work for the site.',
      }),
    state: accountState.optional().meta({ description: 'Accounts in a state.' }),
  }),
  responses: { 200: envelope(listedAccount) },
  errors: [404],
});

export const listAccountDecisions = defineEndpoint('listAccountDecisions', {
  tag: 'moderation',
  summary: 'All decisions about an account and its texts, newest first',
  auth: 'accounts.moderate',
  params: idParams,
  query: z.object(pageQuery),
  errorMessages: unknownAccount,
  responses: { 200: envelope(staffDecision) },
});

export const sanctionAccount = defineEndpoint('sanctionAccount', {
  tag: 'moderation',
  summary: 'Sanction an account: warning, no comments, no publishing, read-only, or disabled',
  needsConfirmation: true,
  description:
    'The owner is told by a notification and an e-mail, with the rule, the reason and the end. The sanction is effective at once for writes, also in open sessions. Without `days` it has no end. Only administrators and superusers sanction staff, and nobody sanctions themselves.',
  auth: 'accounts.moderate',
  params: idParams,
  body: z.object({
    kind: z.enum(sanctionKinds),
    rule,
    reason: reason(),
    days: z.int().min(1).max(sanctionMaxDays).nullish(),
    /** The case of reports that the sanction closes; one about the account itself is closed anyway. */
    report_case: id().nullish(),
  }),
  errorMessages: {
    403: [
      { key: 'moderation.accountOwn' },
      { key: 'moderation.accountOfStaff' },
      { key: 'moderation.lastAdministrator' },
    ],
    ...unknownAccount,
  },
  responses: { 201: staffDecision },
});

export const hideAccountTexts = defineEndpoint('hideAccountTexts', {
  tag: 'moderation',
  summary: 'Hide all posts and comments of an account in one action',
  needsConfirmation: true,
  description: `The action can be taken back for ${restoreDays} days: that brings back exactly these texts. A long list continues in the background.`,
  auth: 'accounts.moderate',
  params: idParams,
  body: z.object({ rule, reason: reason() }),
  errorMessages: {
    403: [{ key: 'moderation.accountOwn' }, { key: 'moderation.accountOfStaff' }],
    ...unknownAccount,
  },
  responses: { 201: staffDecision },
});

export const endDecision = defineEndpoint('endDecision', {
  tag: 'moderation',
  summary: 'Take a decision about an account back; the owner is told why',
  description: 'Repeating the request changes nothing.',
  auth: 'accounts.moderate',
  params: idParams,
  body: z.object({ reason: optionalText(hideReasonMaxLength) }),
  errorMessages: {
    400: [{ key: 'moderation.tooLateToRestore' }],
    403: [{ key: 'moderation.accountOwn' }, { key: 'moderation.accountOfStaff' }],
    404: [{ key: 'moderation.decisionUnknown' }],
  },
  responses: { 200: staffDecision },
});

export const listAccountNotes = defineEndpoint('listAccountNotes', {
  tag: 'moderation',
  summary: 'The notes of moderators about an account, newest first',
  auth: 'accounts.moderate',
  params: idParams,
  query: z.object(pageQuery),
  errorMessages: unknownAccount,
  responses: { 200: envelope(accountNote) },
});

export const addAccountNote = defineEndpoint('addAccountNote', {
  tag: 'moderation',
  summary: 'Write a note about an account, for other moderators',
  auth: 'accounts.moderate',
  params: idParams,
  body: z.object({ text: requiredText(noteMaxLength, { required: 'moderation.noteRequired' }) }),
  errorMessages: unknownAccount,
  responses: { 201: accountNote },
});

export const listMyDecisions = defineEndpoint('listMyDecisions', {
  tag: 'moderation',
  summary: "Decisions of moderators about the caller and the caller's texts, newest first",
  auth: 'user',
  query: z.object({
    ...pageQuery,
    target_kind: z
      .enum(decisionTargets)
      .optional()
      .meta({ description: 'Decisions about one kind of target.' }),
    target: idFilter(),
  }),
  responses: { 200: envelope(decision) },
  errors: [404],
});
