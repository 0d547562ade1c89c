import { type DecisionTarget, decisionTargets } from '#contract/moderation.ts';
import { type RuleId, ruleIds } from '#contract/rules.ts';

export const reportsPath = '/staff/reports';
export const caseStates = ['open', 'closed'] as const;
const assignees = ['me', 'nobody'] as const;

/** The state of the queue of reports. The URL is its only store. */
export type ReportListState = {
  state: (typeof caseStates)[number];
  kind: DecisionTarget | null;
  rule: RuleId | null;
  assignee: (typeof assignees)[number] | null;
  page: number;
};

/** Parses the query of the queue; invalid values count as absent. */
export function parseReportList(params: URLSearchParams): ReportListState {
  const page = Number(params.get('page') ?? 1);
  return {
    state: caseStates.find((state) => state === params.get('state')) ?? 'open',
    kind: decisionTargets.find((kind) => kind === params.get('kind')) ?? null,
    rule: ruleIds.find((rule) => rule === params.get('rule')) ?? null,
    assignee: assignees.find((assignee) => assignee === params.get('assignee')) ?? null,
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  };
}

/** The path of the queue in the given state; defaults are omitted. */
export function reportListPath({ state, kind, rule, assignee, page }: ReportListState): string {
  const params = new URLSearchParams();
  if (state !== 'open') params.set('state', state);
  if (kind) params.set('kind', kind);
  if (rule) params.set('rule', rule);
  if (assignee) params.set('assignee', assignee);
  if (page > 1) params.set('page', String(page));
  const query = params.toString();
  return query ? `${reportsPath}?${query}` : reportsPath;
}
