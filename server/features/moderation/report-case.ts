import type { DecisionAction, DecisionTarget } from '#contract/moderation.ts';
import type { ReportOutcome } from '#contract/reports.ts';
import type { RuleId } from '#contract/rules.ts';
import type { Author } from '#server/features/accounts/index.ts';

/** A reported thing with its author, as readers see it. */
export type ReportedThing = { kind: DecisionTarget; id: number; name: string; accountId: number };

export type CaseReport = { reporter: Author; rule: RuleId; text: string; createdAt: Date };

export type ReportCase = {
  id: number;
  target: ReportedThing & { text: string; isPublic: boolean; slug: string | null };
  context: string | null;
  author: Author;
  reportsCount: number;
  reports: CaseReport[];
  assignee: Author | null;
  createdAt: Date;
  closed: { at: Date; by: Author | null; outcome: ReportOutcome } | null;
};

/** How a decision about a thing closes the case about it. */
export function outcomeOf(action: DecisionAction): ReportOutcome {
  if (action === 'hide') return 'hidden';
  return action === 'leave' ? 'left' : 'sanctioned';
}
