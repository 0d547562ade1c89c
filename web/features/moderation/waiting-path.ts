import {
  type WaitingRule,
  type WaitingText,
  waitingRules,
  waitingTextKinds,
} from '#contract/publication-rules.ts';

export const waitingPath = '/staff/waiting';

/** The state of the queue of waiting texts. The URL is its only store. */
export type WaitingListState = {
  kind: WaitingText['kind'] | null;
  rule: WaitingRule | null;
  page: number;
};

/** Parses the query of the queue; invalid values count as absent. */
export function parseWaitingList(params: URLSearchParams): WaitingListState {
  const page = Number(params.get('page') ?? 1);
  return {
    kind: waitingTextKinds.find((kind) => kind === params.get('kind')) ?? null,
    rule: waitingRules.find((rule) => rule === params.get('rule')) ?? null,
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  };
}

/** The path of the queue in the given state; defaults are omitted. */
export function waitingListPath({ kind, rule, page }: WaitingListState): string {
  const params = new URLSearchParams();
  if (kind) params.set('kind', kind);
  if (rule) params.set('rule', rule);
  if (page > 1) params.set('page', String(page));
  const query = params.toString();
  return query ? `${waitingPath}?${query}` : waitingPath;
}
