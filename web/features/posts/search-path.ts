import { normaliseSearch } from '#contract/query.ts';
import { parseSearchTab, type SearchTab, searchTabs } from '#contract/search-tabs.ts';
import { normalisePage, parsePage } from '#web/lists/page-number.ts';

/** The orderings of search results, in the order of the select's options; the first is the default and is omitted from URLs. */
export const searchOrderings = ['relevance', 'newest', 'oldest', 'popular'] as const;
export type SearchOrdering = (typeof searchOrderings)[number];

/** The values of the API. Those of the list of all posts are not used: its default order is another one. */
export const apiOrderings: Record<SearchOrdering, string> = {
  relevance: 'relevance',
  newest: '-created_at',
  oldest: 'created_at',
  popular: '-views_count',
};

/** The state of the search results. The URL is its only store. */
export type SearchState = {
  search: string;
  tab: SearchTab;
  /** The id or the slug of a category. */
  category: string;
  /** A username, or a part of a name. */
  author: string;
  /** Days as `YYYY-MM-DD`. */
  since: string;
  until: string;
  ordering: SearchOrdering;
  /** Whether the words are searched as typed, without corrections. */
  isExact: boolean;
  page: number;
};

const maxAuthorLength = 100;

const normaliseDay = (value: string): string => (/^\d{4}-\d\d-\d\d$/.test(value.trim()) ? value.trim() : '');
/** The ordering for a URL: an empty string for the default or an unknown one. */
export const normaliseSearchOrdering = (value: string): string => {
  const ordering = parseOrdering(value);
  return ordering === searchOrderings[0] ? '' : ordering;
};
const parseOrdering = (value: string): SearchOrdering =>
  searchOrderings.find((known) => known === value.trim()) ?? searchOrderings[0];
const normaliseTab = (value: string): string => {
  const tab = parseSearchTab(value);
  return tab === searchTabs[0] ? '' : tab;
};
const normaliseText = (value: string): string => value.trim().slice(0, maxAuthorLength).toWellFormed();

/** The query keys of the search results in the order of their URL, without `ordering`, which the list of posts has too. */
export const searchQueryKeys = {
  search: normaliseSearch,
  tab: normaliseTab,
  category: normaliseText,
  author: normaliseText,
  since: normaliseDay,
  until: normaliseDay,
  exact: (value: string) => (value === 'true' ? 'true' : ''),
  page: normalisePage,
};

/** Parses the query of the search results; invalid values count as absent. */
export function parseSearchState(params: URLSearchParams): SearchState {
  const read = (key: keyof typeof searchQueryKeys) => searchQueryKeys[key](params.get(key) ?? '');
  return {
    search: read('search'),
    tab: parseSearchTab(read('tab')),
    category: read('category'),
    author: read('author'),
    since: read('since'),
    until: read('until'),
    ordering: parseOrdering(params.get('ordering') ?? ''),
    isExact: read('exact') === 'true',
    page: parsePage(params),
  };
}

/** The path of search results in the given state; defaults are omitted, so that each state has one URL. */
export function searchPath(state: Partial<SearchState>): string {
  const { search = '', tab = '', category = '', author = '', since = '', until = '' } = state;
  const values = {
    search,
    tab: normaliseTab(tab),
    category,
    author,
    since,
    until,
    ordering: normaliseSearchOrdering(state.ordering ?? ''),
    exact: state.isExact ? 'true' : '',
    page: (state.page ?? 1) > 1 ? String(state.page) : '',
  };
  const params = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''));
  return `/posts?${params}`;
}

/** Whether something besides the words limits what is found. */
export const hasSearchFilters = ({ category, author, since, until }: SearchState): boolean =>
  [category, author, since, until].some((value) => value !== '');
