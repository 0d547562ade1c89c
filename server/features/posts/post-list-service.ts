import type { OwnPostStatus } from '#contract/posts.ts';
import { exactCountLimit } from '#contract/query.ts';
import type { ModeratedPostState } from '#contract/staff.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Categories, Category } from '#server/features/categories/index.ts';
import { type Actor, can, type User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { endOfPage, longPageSize } from '#server/platform/db/paging.ts';
import { searchTerms } from '#server/platform/db/search-terms.ts';
import { parseQuery, type QueryChunk } from '#server/platform/search/query-language.ts';
import { createPostCount } from './post-count-service.ts';
import { allPublished, type FiltersWithoutSearch, type PostFilters } from './post-filters.ts';
import { createPostPages, type PageOptions, type PostPage } from './post-page-service.ts';
import type { PostSearch } from './post-search-service.ts';
import { createPostSelections } from './post-selection-service.ts';
import { findTotals } from './post-store.ts';

export type PostQuery = {
  search?: string;
  ordering?: string;
  category?: string;
  author?: number;
  status?: OwnPostStatus;
  page?: string;
  page_size?: string;
};
export type ModerationQuery = {
  search?: string;
  state?: ModeratedPostState;
  author?: number;
  category?: string;
  page?: string;
  page_size?: string;
};

type Deps = {
  db: Db;
  clock: Clock;
  accounts: Pick<Accounts, 'find' | 'getByUsername'>;
  categories: Pick<Categories, 'find' | 'get'>;
  search: PostSearch;
};

export type PostListService = ReturnType<typeof createPostListService>;

/** The lists of posts with pages: which posts an actor sees in each. */
export function createPostListService({ db, clock, accounts, categories, search }: Deps) {
  const pages = createPostPages({ db, clock, counts: createPostCount({ db, accounts }) });

  function toFilters(
    query: PostQuery,
    draftsOf: PostFilters['draftsOf'],
    category: Category | undefined,
  ): FiltersWithoutSearch {
    return {
      draftsOf,
      status: query.status === 'scheduled' ? 'draft' : query.status,
      isScheduled: query.status === 'scheduled',
      authorId: query.author,
      // An unknown category has no posts; no id is zero.
      categoryId: query.category === undefined ? undefined : (category?.id ?? 0),
    };
  }

  const findCategory = async ({ category }: PostQuery): Promise<Category | undefined> =>
    category === undefined ? undefined : categories.find(category);

  /** By relevance only on request: existing clients expect the newest posts first. */
  async function page(
    filters: FiltersWithoutSearch,
    query: Pick<PostQuery, 'search' | 'ordering' | 'page' | 'page_size'>,
    options: PageOptions,
  ): Promise<PostPage> {
    const terms = searchTerms(query.search);
    if (terms.length === 0) return pages.page({ ...filters, terms: [] }, query, options);
    if (!byRelevance.test(query.ordering ?? ''))
      return pages.page({ ...filters, terms: await search.readTerms(terms) }, query, options);
    const understood = await search.readQuery(readChunks(query.search ?? ''));
    const begun = await search.begin(understood, filters, endOfPage(query, exactCountLimit));
    return pages.foundPage({ ids: begun.rank(), count: begun.count() }, query);
  }

  async function list(actor: Actor, query: PostQuery): Promise<PostPage> {
    const seesAllDrafts = can(actor, 'drafts.read') && query.status === 'draft';
    const own = actor.kind === 'user' ? actor.id : 'nobody';
    const category = await findCategory(query);
    const filters = toFilters(query, seesAllDrafts ? 'everyone' : own, category);
    return page(filters, query, { hasPins: true, counterOwner: { category } });
  }

  async function listOwn(user: User, query: PostQuery): Promise<PostPage> {
    const filters = toFilters({ ...query, author: user.id }, user.id, await findCategory(query));
    return page({ ...filters, hidden: 'too' }, query, { hasPins: false });
  }

  /**
   * Published or hidden posts for moderators. A search by a moderator who may not read drafts skips hidden posts that their
   * authors turned into drafts: a match would reveal their content.
   */
  async function listForModeration(moderator: User, { state, ...query }: ModerationQuery): Promise<PostPage> {
    const readsDrafts = can(moderator, 'drafts.read');
    const { authorId, categoryId } = toFilters(query, 'nobody', await findCategory(query));
    // A post that its author has withdrawn stands in the list with its last public names and author only: no filter may tell more.
    const isNarrowed = searchTerms(query.search).length > 0 || categoryId !== undefined;
    const filters: Record<ModeratedPostState, FiltersWithoutSearch> = {
      visible: { draftsOf: 'nobody' },
      hidden: { draftsOf: 'nobody', hidden: readsDrafts || !isNarrowed ? 'only' : 'only readable' },
      'off-front-page': { draftsOf: 'nobody', isOffFrontPage: true },
      draft: { draftsOf: 'everyone', status: 'draft' },
      scheduled: { draftsOf: 'everyone', status: 'draft', isScheduled: true },
    };
    const isRefused = !readsDrafts && (state === 'draft' || state === 'scheduled');
    const chosen = { ...filters[state ?? 'visible'], authorId, categoryId };
    return page(isRefused ? { ...chosen, authorIds: [] } : chosen, query, { hasPins: false });
  }

  async function listOfAuthor(username: string, query: PostQuery): Promise<PostPage> {
    const author = await accounts.getByUsername(username);
    const filters = toFilters({ ...query, author: author.id }, 'nobody', await findCategory(query));
    return page(filters, query, { hasPins: false, counterOwner: { author } });
  }

  async function listOfCategory(
    slugOrId: string,
    query: PostQuery,
  ): Promise<PostPage & { category: Category }> {
    const category = await categories.get(slugOrId);
    const filters: PostFilters = { ...allPublished, categoryId: category.id };
    const options = { hasPins: true, size: longPageSize, counterOwner: { category } };
    return { category, ...(await pages.page(filters, query, options)) };
  }

  return {
    list,
    listOwn,
    listForModeration,
    listOfAuthor,
    listOfCategory,
    ...createPostSelections({ db, clock }),
    countComments: async () => (await findTotals(db)).comments,
    /** The numbers of published posts and of active comments on them, from maintained counters. */
    findTotals: () => findTotals(db),
  };
}

/** There is no order from the worst to the best, and further fields decide nothing. */
const byRelevance = /^-?relevance(?:,|$)/u;

/** The values of operators that lists have parameters for are words. */
function readChunks(search: string): QueryChunk[] {
  const { chunks, author, category } = parseQuery(search);
  const words = [author, category].flatMap((value) => value?.split(/\s+/u) ?? []);
  return [...chunks, ...words.map((text) => ({ text, isPhrase: false, isExcluded: false }))];
}
