import type { OwnPostStatus } from '#contract/posts.ts';
import { normaliseSearch } from '#contract/query.ts';
import { parsePage } from '#web/lists/page-number.ts';

/** The orderings, in the order of the select's options; the first is the default and is omitted from URLs. */
export const orderings = ['-created_at', 'created_at', '-views_count', 'title', '-updated_at'] as const;
export type Ordering = (typeof orderings)[number];

/** The state of a post list. The URL is its only store. */
export type ListState = {
  search: string;
  category: string;
  ordering: Ordering;
  page: number;
  /** Only in the list of own posts; the public list has no drafts. */
  status?: OwnPostStatus;
};
/** The public list, and the list of own posts. */
export type ListBasePath = '/posts' | '/posts/my';

const statuses: readonly OwnPostStatus[] = ['draft', 'published', 'scheduled'];

export const defaultOrdering: Ordering = orderings[0];

/** Parses the query of a post list; invalid values count as absent. */
export function parseListState(params: URLSearchParams): ListState {
  const status = params.get('status');
  return {
    search: normaliseSearch(params.get('search') ?? ''),
    category: params.get('category')?.trim() ?? '',
    ordering: parseOrdering(params.get('ordering') ?? ''),
    page: parsePage(params),
    status: statuses.find((known) => known === status),
  };
}

const parseOrdering = (value: string): Ordering =>
  orderings.find((known) => known === value.trim()) ?? defaultOrdering;

/** The ordering for a URL: an empty string for the default or an unknown one. */
export function normaliseListOrdering(value: string): string {
  const ordering = parseOrdering(value);
  return ordering === defaultOrdering ? '' : ordering;
}

/** The path of a list in the given state; defaults are omitted, so that each state has one URL. */
export function listPath(state: Partial<ListState>, basePath: ListBasePath = '/posts'): string {
  const params = new URLSearchParams();
  if (state.search) params.set('search', state.search);
  if (state.category) params.set('category', state.category);
  if (state.ordering && state.ordering !== defaultOrdering) params.set('ordering', state.ordering);
  if (state.status) params.set('status', state.status);
  if (state.page && state.page > 1) params.set('page', String(state.page));
  const query = params.toString();
  return query ? `${basePath}?${query}` : basePath;
}
