import { z } from 'zod';
import { count, envelope, pageQuery } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { decisionActions, decisionTargets, objectionOutcomes } from './moderation.ts';
import { ruleIds } from './rules.ts';

/** The log shows the newest decisions only, so that a page costs the same however many there are. */
export const logMaxEntries = 1_000;
export const logMonths = 12;

/** A decision without anything that leads to a person or a text. */
export const moderationLogEntry = z.object({
  /** The day in Moscow, as `YYYY-MM-DD`. */
  date: z.iso.date(),
  action: z.enum(decisionActions),
  target_kind: z.enum(decisionTargets),
  rule: z.enum(ruleIds).nullable(),
  /** Reports of readers or an own observation of a moderator; null for decisions from before this was stored. */
  source: z.enum(['reports', 'moderator']).nullable(),
  /** `open`: nobody has decided about the objection yet; null without one. */
  objection: z.enum(['open', ...objectionOutcomes]).nullable(),
  /** Whether a moderator has ended the decision. */
  withdrawn: z.boolean(),
});
export type ModerationLogEntry = z.infer<typeof moderationLogEntry>;

/** The decisions of a month, with what became of them since. */
export const moderationMonth = z.object({
  /** In Moscow, as `YYYY-MM`. */
  month: z.string().regex(/^\d{4}-\d{2}$/),
  /** Decisions that hide one text or all texts of an account. */
  hidden: count(),
  /** Warnings, restrictions and disabled accounts. */
  sanctions: count(),
  /** Reported things that stayed. */
  left: count(),
  objections: count(),
  overturned: count(),
  withdrawn: count(),
});
export type ModerationMonth = z.infer<typeof moderationMonth>;

export const listModerationLog = defineEndpoint('listModerationLog', {
  tag: 'moderation',
  summary: 'The public log of decisions, newest first, without personal data',
  description: `The newest ${logMaxEntries} decisions that match. No names, titles or ids; times are rounded to the day.`,
  auth: 'ignored',
  query: z.object({
    ...pageQuery,
    kind: z.enum(decisionTargets).optional().meta({ description: 'Decisions about one kind of target.' }),
    rule: z.enum(ruleIds).optional().meta({ description: 'Decisions by one rule.' }),
  }),
  responses: { 200: envelope(moderationLogEntry) },
  errors: [404],
});

export const getModerationStats = defineEndpoint('getModerationStats', {
  tag: 'moderation',
  summary: `Decisions by month, of the last ${logMonths} months, oldest first`,
  auth: 'ignored',
  responses: { 200: z.object({ months: z.array(moderationMonth) }) },
});
