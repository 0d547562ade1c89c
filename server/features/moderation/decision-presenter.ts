import type * as contract from '#contract/moderation.ts';
import type { StaffObjection as StaffObjectionShape } from '#contract/objections.ts';
import { type Author, presentAuthor } from '#server/features/accounts/index.ts';
import { canBeEnded, type Decision, isActive, type Objection, objectionDeadline } from './decision.ts';
import type { AccountNote } from './note.ts';
import type { StaffObjection } from './objection-service.ts';

/** A decision for the person whom it concerns. */
export const presentDecision = (decision: Decision, now: Date): contract.Decision => ({
  id: decision.id,
  action: decision.action,
  target: decision.target,
  rule: decision.rule,
  reason: decision.reason,
  created_at: decision.createdAt.toISOString(),
  until: decision.until?.toISOString() ?? null,
  is_active: isActive(decision, now),
  ended: decision.ended && { at: decision.ended.at.toISOString(), reason: decision.ended.reason },
  decided_by: decision.moderator ? (decision.isByAdministrator ? 'administrator' : 'moderator') : 'site',
  texts_count: decision.textsCount,
  objection: decision.objection && presentObjection(decision.objection),
  objection_until: objectionDeadline(decision, now)?.toISOString() ?? null,
});

export const presentObjection = ({ text, createdAt, decided }: Objection) => ({
  text,
  created_at: createdAt.toISOString(),
  decided: decided && { ...decided, at: decided.at.toISOString() },
});

type Options = { now: Date; publicUrl: string; mayChange: boolean };

/** A decision for moderators. */
export function presentStaffDecision(
  decision: Decision,
  { now, publicUrl, mayChange }: Options,
): contract.StaffDecision {
  const person = (author: Author | null) => author && presentAuthor(author, publicUrl);
  return {
    ...presentDecision(decision, now),
    moderator: person(decision.moderator),
    ended_by: person(decision.ended?.by ?? null),
    can_end: mayChange && canBeEnded(decision.action) && isActive(decision, now),
  };
}

/** An objection with its decision, for moderators. */
export function presentStaffObjection(
  { id, decision, author, decider, targetText, targetSlug, obstacle }: StaffObjection,
  { now, publicUrl }: Omit<Options, 'mayChange'>,
): StaffObjectionShape {
  const { objection, ...shown } = presentStaffDecision(decision, { now, publicUrl, mayChange: false });
  if (!objection) throw new Error(`decision ${decision.id} has no objection`);
  return {
    ...objection,
    id,
    decision: shown,
    author: presentAuthor(author, publicUrl),
    target_text: targetText,
    target_slug: targetSlug,
    decided_by: decider && presentAuthor(decider, publicUrl),
    obstacle,
  };
}

export const presentNote = (note: AccountNote, publicUrl: string): contract.AccountNote => ({
  id: note.id,
  text: note.text,
  created_at: note.createdAt.toISOString(),
  moderator: note.moderator && presentAuthor(note.moderator, publicUrl),
});
