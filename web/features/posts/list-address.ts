import type { PostStatus } from '#contract/posts.ts';
import { normaliseSearch } from '#contract/query.ts';

/** The orders a list can have, in the order they are offered; the first is the default and not written down. */
export const orderings = ['-created_at', 'created_at', '-views_count', 'title', '-updated_at'] as const;
export type Ordering = (typeof orderings)[number];

/** What the address of a list of posts says; the address is the only place where it is kept. */
export type ListState = {
  search: string;
  category: string;
  ordering: Ordering;
  page: number;
  /** Of one's own posts alone: others have no drafts. */
  status?: PostStatus;
};
/** Where the lists are: everybody's, and one's own. */
export type ListPlace = '/posts' | '/posts/my';

export const defaultOrdering: Ordering = orderings[0];

/** Reads the state of a list out of its query; what makes no sense counts as absent. */
export function readListState(params: URLSearchParams): ListState {
  const status = params.get('status');
  return {
    search: normaliseSearch(params.get('search') ?? ''),
    category: params.get('category')?.trim() ?? '',
    ordering: knownOrdering(params.get('ordering') ?? ''),
    page: readPage(params),
    status: status === 'draft' || status === 'published' ? status : undefined,
  };
}

const knownOrdering = (value: string): Ordering =>
  orderings.find((known) => known === value.trim()) ?? defaultOrdering;

/** A known order that is not the default one, or an empty text: for the address of a page. */
export function normaliseListOrdering(value: string): string {
  const ordering = knownOrdering(value);
  return ordering === defaultOrdering ? '' : ordering;
}

/** A page number from 2 on, or an empty text: for the address of a page. */
export function normalisePage(value: string): string {
  const page = readPage(new URLSearchParams({ page: value }));
  return page === 1 ? '' : String(page);
}

/** The number of the page that a query asks for; the first one when it makes no sense. */
export function readPage(params: URLSearchParams): number {
  const page = Number(params.get('page') ?? 1);
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
}

/** The address of a list in the given state; defaults are left out, so that each state has one address. */
export function listPath(state: Partial<ListState>, place: ListPlace = '/posts'): string {
  const params = new URLSearchParams();
  if (state.search) params.set('search', state.search);
  if (state.category) params.set('category', state.category);
  if (state.ordering && state.ordering !== defaultOrdering) params.set('ordering', state.ordering);
  if (state.status) params.set('status', state.status);
  if (state.page && state.page > 1) params.set('page', String(state.page));
  const query = params.toString();
  return query ? `${place}?${query}` : place;
}

/** How many pages a list of `count` items has; an empty list has one. */
export function pageCountOf(count: number, pageSize: number): number {
  return Math.max(1, Math.ceil(count / pageSize));
}
