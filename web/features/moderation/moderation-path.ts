import type { ModerationState } from '#contract/staff.ts';

/** The state of a moderation list. It is stored only in the URL. */
export type ModerationList = { state: ModerationState; search: string; page: number };

/** Parses the state of a list from its query. Invalid values count as absent. */
export function readModerationList(params: URLSearchParams): ModerationList {
  const page = Number(params.get('page') ?? 1);
  const state = params.get('state') === 'hidden' ? 'hidden' : 'visible';
  return {
    state,
    search: params.get('search')?.trim() ?? '',
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  };
}

/** The URL of a list in the given state. Default values are omitted. */
export function moderationPath(base: string, { state, search, page }: Partial<ModerationList>): string {
  const params = new URLSearchParams();
  if (state === 'hidden') params.set('state', state);
  if (search) params.set('search', search);
  if (page && page > 1) params.set('page', String(page));
  const query = params.toString();
  return query ? `${base}?${query}` : base;
}
