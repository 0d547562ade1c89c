import type { ModerationState } from '#contract/staff.ts';

/** What the address of a list of moderators says; the address is the only place where it is kept. */
export type ModerationList = { state: ModerationState; search: string; page: number };

/** Reads a list's state out of its query; what makes no sense counts as absent. */
export function readModerationList(params: URLSearchParams): ModerationList {
  const page = Number(params.get('page') ?? 1);
  const state = params.get('state') === 'hidden' ? 'hidden' : 'visible';
  return {
    state,
    search: params.get('search')?.trim() ?? '',
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  };
}

/** The address of a list in the given state; defaults are left out. */
export function moderationPath(base: string, { state, search, page }: Partial<ModerationList>): string {
  const params = new URLSearchParams();
  if (state === 'hidden') params.set('state', state);
  if (search) params.set('search', search);
  if (page && page > 1) params.set('page', String(page));
  const query = params.toString();
  return query ? `${base}?${query}` : base;
}
