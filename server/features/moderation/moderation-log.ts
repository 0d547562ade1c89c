import type { DecisionAction, DecisionTarget, ObjectionOutcome } from '#contract/moderation.ts';
import { logMonths, type ModerationMonth } from '#contract/moderation-log.ts';
import type { RuleId } from '#contract/rules.ts';

export type LogFilters = { kind?: DecisionTarget | undefined; rule?: RuleId | undefined };

/** A decision as the public log shows it. */
export type LogEntry = {
  createdAt: Date;
  action: DecisionAction;
  kind: DecisionTarget;
  rule: RuleId | null;
  hadReports: boolean | null;
  hasObjection: boolean;
  outcome: ObjectionOutcome | null;
  isWithdrawn: boolean;
};

export type LogMonth = ModerationMonth;

const none = { hidden: 0, sanctions: 0, left: 0, objections: 0, overturned: 0, withdrawn: 0 };

/** The months of the log until the given day (`2026-11-22`), oldest first. */
export function monthsUntil(day: string): string[] {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return Array.from({ length: logMonths }, (_, index) =>
    new Date(Date.UTC(year, month - logMonths + index, 1)).toISOString().slice(0, 7),
  );
}

/** One row for each month, also for those without decisions. */
export function fillMonths(months: string[], rows: LogMonth[]): LogMonth[] {
  const byMonth = new Map(rows.map((row) => [row.month, row]));
  return months.map((month) => byMonth.get(month) ?? { month, ...none });
}
