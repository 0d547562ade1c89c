import {
  type DecisionAction,
  type DecisionTarget,
  type ObjectionOutcome,
  objectionDays,
} from '#contract/moderation.ts';
import type { RestrictionKind } from '#contract/permissions.ts';
import type { RuleId } from '#contract/rules.ts';
import type { Author } from '#server/features/accounts/index.ts';

const dayMs = 24 * 3_600_000;

/** What the person concerned says against a decision. */
export type Objection = {
  text: string;
  createdAt: Date;
  decided: { at: Date; outcome: ObjectionOutcome; reason: string } | null;
};

/** An objection in the queue of moderators; the decision is loaded with its own store. */
export type QueuedObjection = {
  id: number;
  decisionId: number;
  author: Author;
  decider: Author | null;
  targetText: string;
  targetSlug: string | null;
};

/** What a moderator decided about a text or an account. */
export type Decision = {
  id: number;
  action: DecisionAction;
  target: { kind: DecisionTarget; id: number; name: string };
  accountId: number;
  moderator: Author | null;
  rule: RuleId | null;
  reason: string;
  until: Date | null;
  createdAt: Date;
  ended: { at: Date; by: Author | null; reason: string } | null;
  /** Whether the moderator is an administrator now. */
  isByAdministrator: boolean;
  objection: Objection | null;
  /** The texts that a decision about all texts has hidden. */
  textsCount: number;
};

export const isRestriction = (action: DecisionAction): action is RestrictionKind =>
  action === 'comments' || action === 'publishing' || action === 'read-only';

/** Actions that have an effect which can be ended. A warning has none, but can be withdrawn too. */
export const canBeEnded = (action: DecisionAction): boolean => action !== 'hide' && action !== 'leave';

export const isActive = ({ action, until, ended }: Decision, now: Date): boolean =>
  action !== 'leave' && ended === null && (until === null || until > now);

/** Until when the person concerned may object to a decision; null if that is impossible or has been done. */
export function objectionDeadline(decision: Decision, now: Date): Date | null {
  if (decision.objection || !isActive(decision, now)) return null;
  const lastDay = decision.createdAt.getTime() + objectionDays * dayMs;
  const deadline = new Date(Math.min(lastDay, decision.until?.getTime() ?? lastDay));
  return deadline > now ? deadline : null;
}

/** The latest end of sanctions of a kind: null if one has none, undefined without any. */
export function latestEnd(ends: Array<Date | null>): Date | null | undefined {
  if (ends.length === 0) return undefined;
  if (ends.includes(null)) return null;
  return new Date(Math.max(...ends.map((end) => end?.getTime() ?? 0)));
}
