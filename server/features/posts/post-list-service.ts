import type { PostStatus } from '#contract/posts.ts';
import { exactCountLimit } from '#contract/query.ts';
import type { ModerationState } from '#contract/staff.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Categories, Category } from '#server/features/categories/index.ts';
import type { Actor, User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { longPageSize, type Ordering, orderingOf, type Page, pageOf } from '#server/platform/db/paging.ts';
import { searchTerms } from '#server/platform/db/search-terms.ts';
import { rotationEnd } from './pin.ts';
import * as pins from './pin-store.ts';
import { featuredAgeMs, maxFeaturedPins, maxFeaturedPopular, maxTopPosts, type PostSummary } from './post.ts';
import type { PostFilters } from './post-filters.ts';
import * as lists from './post-list-store.ts';
import * as store from './post-store.ts';

export type PostQuery = {
  search?: string;
  ordering?: string;
  category?: string;
  author?: number;
  status?: PostStatus;
  page?: string;
  page_size?: string;
};
export type ModerationQuery = {
  search?: string;
  state?: ModerationState;
  page?: string;
  page_size?: string;
};
export type PostPage = { posts: PostSummary[]; count: number; pinnedCount: number; page: Page };
export type Featured = { pinned: PostSummary[]; popular: PostSummary[]; pinnedTotal: number };

type Deps = {
  db: Db;
  clock: Clock;
  accounts: Pick<Accounts, 'find' | 'getByUsername'>;
  categories: Pick<Categories, 'find' | 'get'>;
};

/** The category or author of the list if already loaded: both have a counter of published posts. */
type CounterOwner = { category?: Category | undefined; author?: { publishedPostsCount: number } };
type PageOptions = { hasPins: boolean; size?: number; counterOwner?: CounterOwner };

export type PostListService = ReturnType<typeof createPostListService>;

const newestFirst: Ordering<lists.PostField> = [{ field: 'created_at', isDescending: true }];
const mostViewedFirst: Ordering<lists.PostField> = [{ field: 'views', isDescending: true }];
const allPublished: PostFilters = { draftsOf: 'nobody', terms: [] };
const orderingFields = {
  created_at: 'created_at',
  updated_at: 'updated_at',
  views_count: 'views',
  title: 'title',
} as const;

export function createPostListService({ db, clock, accounts, categories }: Deps) {
  /** A page of the matching posts; pinned posts come first if the order is by date. */
  async function page(filters: PostFilters, query: PostQuery, options: PageOptions): Promise<PostPage> {
    const now = clock.now();
    const ordering = orderingOf(query.ordering, orderingFields, newestFirst);
    const isByDate = ordering.length === 1 && ordering[0]?.field === 'created_at';
    const head = await lists.findListHead(db, now);
    const pinned = options.hasPins && isByDate ? await findPinnedMatches(filters, head.rotation) : [];
    const count = await countMatches(filters, head, options.counterOwner);
    const listPage = pageOf(query, count, options.size);
    const pinnedOnPage = pinned.slice(listPage.offset, listPage.offset + listPage.size);
    const slice = {
      offset: Math.max(0, listPage.offset - pinned.length),
      limit: listPage.size - pinnedOnPage.length,
      except: pinned,
      // Drafts of an author are counted up to a limit only, so their total is unknown.
      total: hasCounter(filters) && filters.authorId === undefined ? count - pinned.length : undefined,
    };
    const expectedMatches = count < exactCountLimit ? 'few' : 'many';
    const rest = lists.toSliceQuery(filters, ordering, slice);
    const ids = rest ? [] : await lists.listPostIds(db, filters, ordering, slice, expectedMatches);
    const posts = await store.listSummaries(db, now, {
      ids: [...pinnedOnPage, ...ids],
      rest,
      pinned: head.rotation.map(({ id }) => id),
      hasRankedViews: lists.isByViews(ordering),
    });
    return { posts, count, pinnedCount: posts.filter(({ pinnedAt }) => pinnedAt).length, page: listPage };
  }

  /** Posts in the rotation are published, so only a search needs a query. */
  async function findPinnedMatches(
    filters: PostFilters,
    rotation: lists.ListHead['rotation'],
  ): Promise<number[]> {
    const { terms, categoryId, authorId, status } = filters;
    if (status === 'draft') return [];
    const ids = rotation
      .filter((post) => categoryId === undefined || post.categoryId === categoryId)
      .filter((post) => authorId === undefined || post.authorId === authorId)
      .map(({ id }) => id);
    return terms.length > 0 ? lists.filterMatching(db, filters, ids) : ids;
  }

  /**
   * Reads the maintained counter if there is one. Searches and combined filters have none: they are counted up to ten
   * thousand, where such a list ends.
   */
  async function countMatches(
    filters: PostFilters,
    head: lists.ListHead,
    counterOwner?: CounterOwner,
  ): Promise<number> {
    return hasCounter(filters)
      ? countFromCounters(filters, head, counterOwner)
      : lists.countPosts(db, filters, exactCountLimit);
  }

  async function countFromCounters(
    filters: PostFilters,
    head: lists.ListHead,
    counterOwner?: CounterOwner,
  ): Promise<number> {
    const { draftsOf, status, authorId } = filters;
    const published = await publishedFromCounters(filters, head, counterOwner);
    if (typeof draftsOf === 'string' || status === 'published') return published;
    const own: PostFilters = { ...filters, authorId: authorId ?? draftsOf };
    const drafts = await lists.countPosts(db, { ...own, status: 'draft' }, exactCountLimit);
    if (filters.hidden !== 'too') return published + drafts;
    return published + drafts + (await lists.countPosts(db, { ...own, hidden: 'only' }, exactCountLimit));
  }

  async function publishedFromCounters(
    { categoryId, authorId }: PostFilters,
    head: lists.ListHead,
    { author, category }: CounterOwner = {},
  ): Promise<number> {
    if (authorId !== undefined) return (author ?? (await accounts.find(authorId)))?.publishedPostsCount ?? 0;
    return categoryId === undefined ? head.published : (category?.postsCount ?? 0);
  }

  function toFilters(
    query: PostQuery,
    draftsOf: PostFilters['draftsOf'],
    category: Category | undefined,
  ): PostFilters {
    return {
      draftsOf,
      terms: searchTerms(query.search),
      status: query.status,
      authorId: query.author,
      // An unknown category has no posts; no id is zero.
      categoryId: query.category === undefined ? undefined : (category?.id ?? 0),
    };
  }

  const findCategory = async ({ category }: PostQuery): Promise<Category | undefined> =>
    category === undefined ? undefined : categories.find(category);

  async function list(actor: Actor, query: PostQuery): Promise<PostPage> {
    const seesAllDrafts = actor.kind === 'user' && actor.isStaff && query.status === 'draft';
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
    const filters: PostFilters = { ...allPublished, terms: searchTerms(query.search) };
    const seesAll = moderator.isStaff || filters.terms.length === 0;
    const hidden = seesAll ? 'only' : 'only readable';
    return page(state === 'hidden' ? { ...filters, hidden } : filters, query, { hasPins: false });
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
    return { category, ...(await page(filters, query, options)) };
  }

  /** The first posts in an order, ignoring pins. */
  async function listTop(ordering: Ordering<lists.PostField>, limit: number): Promise<PostSummary[]> {
    const rest = lists.toSliceQuery(allPublished, ordering, { offset: 0, limit, except: [] });
    const hasRankedViews = lists.isByViews(ordering);
    return store.listSummaries(db, clock.now(), { ids: [], rest, pinned: 'in rotation', hasRankedViews });
  }

  /** The next time at which the set of posts shown first changes without a write. */
  async function nextPinChangeAt(now: Date): Promise<Date> {
    const next = rotationEnd(now);
    const end = await pins.findNextPinEnd(db, now);
    return end && end < next ? end : next;
  }

  /** The posts of the current rotation by time of pinning, and the number of pins in effect. */
  async function listPinned(): Promise<{ posts: PostSummary[]; count: number }> {
    const now = clock.now();
    const { rotation, pinsInEffect } = await lists.findListHead(db, now);
    const ids = rotation.map(({ id }) => id);
    return { posts: await store.listSummaries(db, now, { ids, pinned: ids }), count: pinsInEffect };
  }

  async function listFeatured(): Promise<Featured> {
    const now = clock.now();
    const { rotation, pinsInEffect } = await lists.findListHead(db, now);
    const pinned = rotation.map(({ id }) => id);
    const ids = pinned.slice(0, maxFeaturedPins);
    const filters = { ...allPublished, createdSince: new Date(now.getTime() - featuredAgeMs) };
    const slice = { offset: 0, limit: maxFeaturedPopular, except: ids };
    const rest = lists.toSliceQuery(filters, mostViewedFirst, slice);
    const posts = await store.listSummaries(db, now, { ids, rest, pinned, hasRankedViews: true });
    const [first = [], popular = []] = [true, false].map((isFirst) =>
      posts.filter(({ id }) => ids.includes(id) === isFirst),
    );
    return { pinned: first, popular, pinnedTotal: pinsInEffect };
  }

  return {
    list,
    listOwn,
    listForModeration,
    listOfAuthor,
    listOfCategory,
    listPopular: () => listTop(mostViewedFirst, maxTopPosts),
    listRecent: () => listTop(newestFirst, maxTopPosts),
    listPinned,
    listFeatured,
    nextPinChangeAt,
    countComments: async () => (await store.findTotals(db)).comments,
    /** The numbers of published posts and of active comments on them, from maintained counters. */
    findTotals: () => store.findTotals(db),
  };
}

/** Whether a maintained counter exists for the matching published posts. */
function hasCounter({ terms, status, draftsOf, hidden, categoryId, authorId }: PostFilters): boolean {
  const hasBoth = categoryId !== undefined && authorId !== undefined;
  const isOfHidden = hidden === 'only' || hidden === 'only readable';
  return terms.length === 0 && !hasBoth && status !== 'draft' && draftsOf !== 'everyone' && !isOfHidden;
}
