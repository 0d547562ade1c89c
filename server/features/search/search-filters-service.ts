import type { Accounts, Author } from '#server/features/accounts/index.ts';
import type { Categories, Category } from '#server/features/categories/index.ts';
import { addDays, moscowDayStart } from '#server/platform/moscow-day.ts';
import { type ParsedQuery, parseDay, type QueryChunk } from '#server/platform/search/query-language.ts';

/** What the filters of a search mean. A filter that nothing matches is empty or null, one that is not set is undefined. */
export type ResolvedFilters = {
  authors?: Author[];
  category?: Category | null;
  since?: string;
  until?: string;
  createdSince?: Date;
  createdBefore?: Date;
};

type Query = { category?: string; author?: string; since?: string; until?: string };
type Deps = {
  accounts: Pick<Accounts, 'findAuthors' | 'findByUsername'>;
  categories: Pick<Categories, 'list' | 'find' | 'findByName'>;
};

/** So many authors of one name are searched. */
const maxAuthors = 20;

/** Finds what the filters of the page and the operators of the query name. The filters of the page take precedence. */
export function createFilterResolver({ accounts, categories }: Deps) {
  async function findAuthors(name: string): Promise<Author[]> {
    const exact = await accounts.findByUsername(name);
    if (exact && exact.publishedPostsCount > 0) return [exact];
    return (await accounts.findAuthors(name, { page_size: String(maxAuthors) })).authors;
  }

  async function findCategory(name: string): Promise<Category | undefined> {
    const exact = (await categories.find(name)) ?? (await categories.findByName(name));
    return exact ?? (await categories.list({ search: name, page_size: '1' })).categories[0];
  }

  return async function resolve(
    parsed: ParsedQuery,
    query: Query,
  ): Promise<{ chunks: QueryChunk[]; filters: ResolvedFilters }> {
    const chunks = [...parsed.chunks];
    const filters: ResolvedFilters = resolvePeriod(parsed, query);
    if (query.author) filters.authors = await findAuthors(query.author);
    else if (parsed.author !== undefined) {
      const found = await findAuthors(parsed.author);
      // An operator that names nobody is a plain word.
      if (found.length > 0) filters.authors = found;
      else chunks.push(plainWords(parsed.author));
    }
    if (query.category) filters.category = (await categories.find(query.category)) ?? null;
    else if (parsed.category !== undefined) {
      const found = await findCategory(parsed.category);
      if (found) filters.category = found;
      else chunks.push(plainWords(parsed.category));
    }
    return { chunks, filters };
  };
}

const plainWords = (text: string): QueryChunk => ({ text, isPhrase: false, isExcluded: false });

function resolvePeriod(parsed: ParsedQuery, query: Query): ResolvedFilters {
  const since = parseDay(query.since ?? '') ?? parsed.since;
  const until = parseDay(query.until ?? '') ?? parsed.until;
  return {
    ...(since !== undefined && { since, createdSince: moscowDayStart(since) }),
    ...(until !== undefined && { until, createdBefore: moscowDayStart(addDays(until, 1)) }),
  };
}
