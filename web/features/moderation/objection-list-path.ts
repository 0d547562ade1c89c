import { parsePage } from '#web/lists/page-number.ts';
import { reportsPath } from './report-list-path.ts';

export const objectionStates = ['open', 'closed'] as const;

/** The state of the queue of objections. The URL is its only store. */
export type ObjectionListState = { state: (typeof objectionStates)[number]; page: number };

/** Whether the page of reports shows the objections. */
export const isObjectionList = (params: URLSearchParams): boolean => params.get('list') === 'objections';

export const parseObjectionList = (params: URLSearchParams): ObjectionListState => ({
  state: params.get('state') === 'closed' ? 'closed' : 'open',
  page: parsePage(params),
});

export function objectionListPath({ state, page }: ObjectionListState): string {
  const params = new URLSearchParams({ list: 'objections' });
  if (state !== 'open') params.set('state', state);
  if (page > 1) params.set('page', String(page));
  return `${reportsPath}?${params}`;
}
