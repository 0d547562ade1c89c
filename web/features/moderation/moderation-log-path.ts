import { type DecisionTarget, decisionTargets } from '#contract/moderation.ts';
import { type RuleId, ruleIds } from '#contract/rules.ts';
import { parsePage } from '#web/lists/page-number.ts';

export const logPath = '/moderation';

/** The state of the public log. The URL is its only store. */
export type ModerationLogState = { kind: DecisionTarget | null; rule: RuleId | null; page: number };

export const parseModerationLog = (params: URLSearchParams): ModerationLogState => ({
  kind: decisionTargets.find((kind) => kind === params.get('kind')) ?? null,
  rule: ruleIds.find((rule) => rule === params.get('rule')) ?? null,
  page: parsePage(params),
});

export function moderationLogPath({ kind, rule, page }: ModerationLogState): string {
  const params = new URLSearchParams();
  if (kind) params.set('kind', kind);
  if (rule) params.set('rule', rule);
  if (page > 1) params.set('page', String(page));
  const query = params.toString();
  return query ? `${logPath}?${query}` : logPath;
}
