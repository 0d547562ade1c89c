import { exactCountLimit } from '#contract/query.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { endOfPage, type Ordering, orderingOf } from '#server/platform/db/paging.ts';
import { searchTerms } from '#server/platform/db/search-terms.ts';
import type { WordMatcher } from '#server/platform/search/fragment.ts';
import { loadMorphology } from '#server/platform/search/morphology.ts';
import { parseQuery, type QueryChunk } from '#server/platform/search/query-language.ts';
import { createTermMatcher } from '#server/platform/search/term-matcher.ts';
import type { Understanding } from '#server/platform/search/understanding.ts';
import { createPostCount } from './post-count-service.ts';
import { allPublished, type PostFilters } from './post-filters.ts';
import {
  findTexts,
  findTitles,
  type PostText,
  suggestTitles,
  type TitleSuggestion,
} from './post-find-store.ts';
import * as lists from './post-list-store.ts';
import { createPostPages, orderingFields, type PostPage } from './post-page-service.ts';
import type { PostSearch, Search } from './post-search-service.ts';

/** What a reader searches for among the published posts: words that `readSearch` has read, and a choice. */
export type PostSearchFilters = {
  understood: Understanding;
  categoryId?: number | undefined;
  authorIds?: number[] | undefined;
  createdSince?: Date | undefined;
  createdBefore?: Date | undefined;
};
type PageQuery = { ordering?: string; page?: string; page_size?: string };

export type FoundPosts = PostPage & { texts: Map<number, PostText>; isMatch: WordMatcher };
export type PostFinder = ReturnType<typeof createPostFinder>;

type Deps = { db: Db; clock: Clock; accounts: Pick<Accounts, 'find'>; search: PostSearch };

/** Fewer letters begin words of too many texts. */
const minUnderstoodLength = 4;

/** The search of the site: published posts only, for every caller. */
export function createPostFinder(deps: Deps) {
  const { db, search } = deps;
  const pages = createPostPages({ ...deps, counts: createPostCount(deps) });

  /** What the words mean; with `isExact` as typed, without corrections. */
  const readSearch = (chunks: QueryChunk[], isExact: boolean): Promise<Understanding> =>
    search.readQuery(chunks, { isAsTyped: isExact });

  /** A page of the matching posts with the texts that fragments are cut from. */
  async function findPublished(wanted: PostSearchFilters, query: PageQuery): Promise<FoundPosts> {
    const { page, isMatch } = await findPage(wanted, query);
    return {
      ...page,
      isMatch,
      texts: await findTexts(
        db,
        page.posts.map(({ id }) => id),
      ),
    };
  }

  async function findPage(
    wanted: PostSearchFilters,
    query: PageQuery,
  ): Promise<{ page: PostPage; isMatch: WordMatcher }> {
    const filters = toFilters(wanted);
    if (!hasWords(wanted))
      return { page: await pages.page(filters, query, { hasPins: false }), isMatch: () => false };
    const ordering = orderingOf(query.ordering, orderingFields, []);
    const isRanked = ordering.length === 0;
    const listed = isRanked ? endOfPage(query, exactCountLimit) : exactCountLimit;
    const begun = await search.begin(wanted.understood, filters, listed);
    const page = isRanked
      ? pages.foundPage({ ids: begun.rank(), count: begun.count() }, query)
      : orderedPage(begun, ordering, query);
    return { page: await page, isMatch: createTermMatcher(begun, await loadMorphology()) };
  }

  async function orderedPage(
    begun: Search,
    ordering: Ordering<lists.PostField>,
    query: PageQuery,
  ): Promise<PostPage> {
    const newest = await begun.list();
    const ids = lists.orderPosts(db, newest, ordering);
    return pages.foundPage({ ids, count: Promise.resolve(newest.length) }, query);
  }

  /** The number of matching posts, up to 10,000. */
  async function countPublished(wanted: PostSearchFilters): Promise<number> {
    if (!hasWords(wanted)) return lists.countPosts(db, toFilters(wanted), exactCountLimit);
    return (await search.begin(wanted.understood, toFilters(wanted), 0)).count();
  }

  /**
   * Published posts whose titles have words with these beginnings. If there are none, those that a
   * search finds, which knows other forms, layouts and errors.
   */
  async function suggestPublished(text: string, limit: number): Promise<TitleSuggestion[]> {
    const byTitle = await suggestTitles(db, searchTerms(text), limit);
    if (byTitle.length > 0 || text.trim().length < minUnderstoodLength) return byTitle;
    const understood = await search.readQuery(parseQuery(text).chunks, { isIncomplete: true });
    const begun = await search.begin(understood, toFilters({ understood }), limit);
    return findTitles(db, (await begun.rank()).slice(0, limit));
  }

  return { readSearch, findPublished, countPublished, suggestPublished };
}

const hasWords = ({ understood }: PostSearchFilters): boolean => understood.terms.length > 0;

/** A search with words excludes by itself. */
function toFilters(wanted: PostSearchFilters): PostFilters {
  const { understood, ...choice } = wanted;
  const chosen = Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined));
  const hasExcluded = !hasWords(wanted) && understood.excluded.length > 0;
  return { ...allPublished, ...chosen, ...(hasExcluded && { excluded: understood.excluded }) };
}
