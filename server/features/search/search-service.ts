import { parseSearchTab, type SearchTab } from '#contract/search-tabs.ts';
import type { Accounts, FoundAuthor } from '#server/features/accounts/index.ts';
import type { Categories, Category } from '#server/features/categories/index.ts';
import type { CommentSearchFilters, Comments, FoundComments } from '#server/features/comments/index.ts';
import type { FoundPosts, PostSearchFilters, Posts, TitleSuggestion } from '#server/features/posts/index.ts';
import { type Page, pageOf } from '#server/platform/db/paging.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import { markMatches } from '#server/platform/search/fragment.ts';
import type { QueryChunk } from '#server/platform/search/query-language.ts';
import { parseQuery } from '#server/platform/search/query-language.ts';
import { commonPartOf, createWordMatcher } from '#server/platform/search/word-matcher.ts';
import { createFilterResolver, type ResolvedFilters } from './search-filters-service.ts';

export type SearchQuery = {
  search?: string;
  tab?: string;
  category?: string;
  author?: string;
  since?: string;
  until?: string;
  ordering?: string;
  exact?: boolean;
  page?: string;
  page_size?: string;
};
export type SearchFound = {
  tab: SearchTab;
  counts: Record<SearchTab, number>;
  page: Page;
  filters: ResolvedFilters;
  /** The words that names are compared with. */
  words: string[];
  /** The words that were searched instead of the typed ones. */
  corrected: string | undefined;
  posts?: FoundPosts;
  comments?: FoundComments;
  authors?: FoundAuthor[];
  categories?: Category[];
};
export type Suggested = {
  posts: TitleSuggestion[];
  authors: FoundAuthor[];
  categories: Category[];
  words: string[];
};

type Deps = {
  limits: RateLimits;
  accounts: Pick<Accounts, 'findAuthors' | 'findByUsername'>;
  categories: Pick<Categories, 'list' | 'find' | 'findByName'>;
  posts: Pick<Posts, 'readSearch' | 'findPublished' | 'countPublished' | 'suggestPublished'>;
  comments: Pick<Comments, 'findPublished' | 'countPublished'>;
};

export type SearchService = ReturnType<typeof createSearchService>;

const minSuggestedLength = 2;
const maxSuggestedPosts = 5;
const maxSuggestedNames = 3;
const maxReadCategories = 30;

/** The search of the site in everything that a guest may open. */
export function createSearchService({ limits, accounts, categories, posts, comments }: Deps) {
  const resolveFilters = createFilterResolver({ accounts, categories });

  async function search(query: SearchQuery): Promise<SearchFound> {
    const tab = parseSearchTab(query.tab);
    const { chunks, filters } = await resolveFilters(parseQuery(query.search ?? ''), query);
    const understood = await posts.readSearch(chunks, query.exact ?? false);
    const corrected =
      understood.corrected === undefined ? undefined : withCorrection(chunks, understood.corrected);
    const typed = corrected ?? chunks;
    const wanted = query.exact ? typed : typed.map(withAllForms);
    const words = wanted.filter(({ isExcluded }) => !isExcluded).map(({ text }) => text);
    const textFilters = { understood, ...toTextFilters(wanted, filters) };
    const isEmpty = chunks.length === 0 && Object.keys(filters).length === 0;
    if (isEmpty)
      return { tab, counts: noCounts, page: pageOf(query, 0), filters, words, corrected: undefined };
    // One after the other: only the ranking of posts takes a second connection.
    const found = await findIn(tab, { words, textFilters, query });
    const counts: Record<SearchTab, number> = { ...noCounts, [tab]: found.count };
    for (const other of ['posts', 'comments', 'authors', 'categories'] as const)
      if (other !== tab) counts[other] = await countIn(other, { words, textFilters });
    return { tab, counts, filters, words, corrected: understood.corrected, ...found };
  }

  type Target = { words: string[]; textFilters: PostSearchFilters & CommentSearchFilters };

  async function findIn(tab: SearchTab, { words, textFilters, query }: Target & { query: SearchQuery }) {
    const { page, page_size } = query;
    const names = { page, page_size };
    if (tab === 'authors') return accounts.findAuthors(words.join(' '), names);
    if (tab === 'categories') return findCategories(words, names);
    if (tab === 'comments') {
      if (!hasCommentFilter(textFilters)) return { count: 0, page: pageOf(names, 0) };
      const found = await comments.findPublished(textFilters, { ...names, ordering: query.ordering });
      return { comments: found, count: found.count, page: found.page };
    }
    if (!hasPostFilter(textFilters)) return { count: 0, page: pageOf(names, 0) };
    const found = await posts.findPublished(textFilters, query);
    return { posts: found, count: found.count, page: found.page };
  }

  async function countIn(tab: SearchTab, { words, textFilters }: Target): Promise<number> {
    if (tab === 'posts') return hasPostFilter(textFilters) ? posts.countPublished(textFilters) : 0;
    if (tab === 'comments') return hasCommentFilter(textFilters) ? comments.countPublished(textFilters) : 0;
    const one = { page_size: '1' };
    const { count } = await (tab === 'authors'
      ? accounts.findAuthors(words.join(' '), one)
      : findCategories(words, one));
    return count;
  }

  async function findCategories(words: string[], query: { page?: string; page_size?: string }) {
    if (words.length === 0) return { categories: [], count: 0, page: pageOf(query, 0) };
    return categories.list({ ...query, search: words.join(' ') });
  }

  /** Names for what is being typed; 429 above the limit of the caller's network. */
  async function suggest(text: string, network: string | undefined): Promise<Suggested> {
    if (network !== undefined) await limits.take('suggestions', network);
    const words = [text];
    if (text.length < minSuggestedLength) return { posts: [], authors: [], categories: [], words };
    const size = { page_size: String(maxSuggestedNames) };
    return {
      posts: await posts.suggestPublished(text, maxSuggestedPosts),
      authors: (await accounts.findAuthors(text, size)).authors,
      categories: await suggestCategories(text),
      words,
    };
  }

  /** A category is found by its description too; only its name says why it is suggested. */
  async function suggestCategories(text: string): Promise<Category[]> {
    const isMatch = createWordMatcher([text]);
    const found = await categories.list({ search: text, page_size: String(maxReadCategories) });
    return found.categories
      .filter(({ name }) => markMatches(name, isMatch).some((part) => part.is_match))
      .slice(0, maxSuggestedNames);
  }

  return { search, suggest };
}

const noCounts: Record<SearchTab, number> = { posts: 0, comments: 0, authors: 0, categories: 0 };

/** Comments and names are searched for the corrected words; what is excluded stays as typed. */
const withCorrection = (chunks: QueryChunk[], corrected: string): QueryChunk[] =>
  chunks.some(({ isExcluded, isPhrase }) => isExcluded || isPhrase) ? chunks : parseQuery(corrected).chunks;

/** Comments and names have no analysis: a substring that the forms of a word share finds them. */
const withAllForms = (chunk: QueryChunk): QueryChunk =>
  chunk.isPhrase ? chunk : { ...chunk, text: commonPartOf(chunk.text) };

const toTextFilters = (chunks: QueryChunk[], filters: ResolvedFilters) => ({
  chunks,
  authorIds: filters.authors?.map(({ id }) => id),
  categoryId: filters.category === undefined ? undefined : (filters.category?.id ?? 0),
  createdSince: filters.createdSince,
  createdBefore: filters.createdBefore,
});

/** A period or a category alone would list the comments of the whole site. */
const hasCommentFilter = ({ chunks, authorIds }: CommentSearchFilters): boolean =>
  authorIds !== undefined || chunks.some(({ isExcluded }) => !isExcluded);

/** Words that no post can have, such as one of 100 letters, find nothing instead of everything. */
const hasPostFilter = ({ understood, chunks }: PostSearchFilters & CommentSearchFilters): boolean =>
  understood.terms.length > 0 || chunks.every(({ isExcluded }) => isExcluded);
