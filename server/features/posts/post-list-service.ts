import type { PostStatus } from '#contract/posts.ts';
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
import {
  exactCountLimit,
  featuredAgeMs,
  maxFeaturedPins,
  maxFeaturedPopular,
  maxTopPosts,
  type PostSummary,
} from './post.ts';
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
type Counted = { category?: Category | undefined; author?: { publishedPostsCount: number } };
type PageOptions = { hasPins: boolean; size?: number; publishedOf?: Counted };

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
    const head = await lists.findHead(db, now);
    const pinned = options.hasPins && isByDate ? await pinnedAmong(filters, head.turn) : [];
    const count = await countOf(filters, head, options.publishedOf);
    const found = pageOf(query, count, options.size);
    const pinnedHere = pinned.slice(found.offset, found.offset + found.size);
    const part = {
      offset: Math.max(0, found.offset - pinned.length),
      limit: found.size - pinnedHere.length,
      except: pinned,
      // Drafts of an author are counted up to a limit only, so their total is unknown.
      total: isCountKept(filters) && filters.authorId === undefined ? count - pinned.length : undefined,
    };
    const finds = count < exactCountLimit ? 'few' : 'many';
    const rest = lists.asOneQuery(filters, ordering, part);
    const ids = rest ? [] : await lists.listPostIds(db, filters, ordering, part, finds);
    const posts = await store.listSummaries(db, now, {
      ids: [...pinnedHere, ...ids],
      rest,
      pinned: head.turn.map(({ id }) => id),
      hasRankedViews: lists.isByViews(ordering),
    });
    return { posts, count, pinnedCount: posts.filter(({ pinnedAt }) => pinnedAt).length, page: found };
  }

  /** Posts in the rotation are published, so only a search needs a query. */
  async function pinnedAmong(filters: PostFilters, turn: lists.Head['turn']): Promise<number[]> {
    const { terms, categoryId, authorId, status } = filters;
    if (status === 'draft') return [];
    const ids = turn
      .filter((post) => categoryId === undefined || post.categoryId === categoryId)
      .filter((post) => authorId === undefined || post.authorId === authorId)
      .map(({ id }) => id);
    return terms.length > 0 ? lists.matchingOf(db, filters, ids) : ids;
  }

  /**
   * Reads the maintained counter if there is one. Searches and combined filters have none: they are counted up to ten
   * thousand, where such a list ends.
   */
  async function countOf(filters: PostFilters, head: lists.Head, publishedOf?: Counted): Promise<number> {
    return isCountKept(filters)
      ? keptCount(filters, head, publishedOf)
      : lists.countPosts(db, filters, exactCountLimit);
  }

  async function keptCount(filters: PostFilters, head: lists.Head, publishedOf?: Counted): Promise<number> {
    const { draftsOf, status, authorId } = filters;
    const published = await keptPublished(filters, head, publishedOf);
    if (typeof draftsOf === 'string' || status === 'published') return published;
    const own: PostFilters = { ...filters, authorId: authorId ?? draftsOf };
    const drafts = await lists.countPosts(db, { ...own, status: 'draft' }, exactCountLimit);
    if (filters.hidden !== 'too') return published + drafts;
    return published + drafts + (await lists.countPosts(db, { ...own, hidden: 'only' }, exactCountLimit));
  }

  async function keptPublished(
    { categoryId, authorId }: PostFilters,
    head: lists.Head,
    { author, category }: Counted = {},
  ): Promise<number> {
    if (authorId !== undefined) return (author ?? (await accounts.find(authorId)))?.publishedPostsCount ?? 0;
    return categoryId === undefined ? head.published : (category?.postsCount ?? 0);
  }

  function filtersOf(
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

  const categoryOf = async ({ category }: PostQuery): Promise<Category | undefined> =>
    category === undefined ? undefined : categories.find(category);

  async function list(actor: Actor, query: PostQuery): Promise<PostPage> {
    const seesAllDrafts = actor.kind === 'user' && actor.isStaff && query.status === 'draft';
    const own = actor.kind === 'user' ? actor.id : 'nobody';
    const category = await categoryOf(query);
    const filters = filtersOf(query, seesAllDrafts ? 'everyone' : own, category);
    return page(filters, query, { hasPins: true, publishedOf: { category } });
  }

  async function listOwn(user: User, query: PostQuery): Promise<PostPage> {
    const filters = filtersOf({ ...query, author: user.id }, user.id, await categoryOf(query));
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
    const filters = filtersOf({ ...query, author: author.id }, 'nobody', await categoryOf(query));
    return page(filters, query, { hasPins: false, publishedOf: { author } });
  }

  async function listOfCategory(
    slugOrId: string,
    query: PostQuery,
  ): Promise<PostPage & { category: Category }> {
    const category = await categories.get(slugOrId);
    const filters: PostFilters = { ...allPublished, categoryId: category.id };
    const options = { hasPins: true, size: longPageSize, publishedOf: { category } };
    return { category, ...(await page(filters, query, options)) };
  }

  /** The first posts in an order, ignoring pins. */
  async function listTop(ordering: Ordering<lists.PostField>, limit: number): Promise<PostSummary[]> {
    const rest = lists.asOneQuery(allPublished, ordering, { offset: 0, limit, except: [] });
    const hasRankedViews = lists.isByViews(ordering);
    return store.listSummaries(db, clock.now(), { ids: [], rest, pinned: 'in turn', hasRankedViews });
  }

  /** The next time at which the set of posts shown first changes without a write. */
  async function pinsChangeAt(now: Date): Promise<Date> {
    const next = rotationEnd(now);
    const end = await pins.findNextPinEnd(db, now);
    return end && end < next ? end : next;
  }

  /** The posts of the current rotation by time of pinning, and the number of pins in effect. */
  async function listPinned(): Promise<{ posts: PostSummary[]; count: number }> {
    const now = clock.now();
    const { turn, pinsInEffect } = await lists.findHead(db, now);
    const ids = turn.map(({ id }) => id);
    return { posts: await store.listSummaries(db, now, { ids, pinned: ids }), count: pinsInEffect };
  }

  async function listFeatured(): Promise<Featured> {
    const now = clock.now();
    const { turn, pinsInEffect } = await lists.findHead(db, now);
    const pinned = turn.map(({ id }) => id);
    const ids = pinned.slice(0, maxFeaturedPins);
    const filters = { ...allPublished, createdSince: new Date(now.getTime() - featuredAgeMs) };
    const part = { offset: 0, limit: maxFeaturedPopular, except: ids };
    const rest = lists.asOneQuery(filters, mostViewedFirst, part);
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
    pinsChangeAt,
    countComments: async () => (await store.findTotals(db)).comments,
    /** The numbers of published posts and of active comments on them, from maintained counters. */
    findTotals: () => store.findTotals(db),
  };
}

/** Whether a maintained counter exists for the matching published posts. */
function isCountKept({ terms, status, draftsOf, hidden, categoryId, authorId }: PostFilters): boolean {
  const hasBoth = categoryId !== undefined && authorId !== undefined;
  const isOfHidden = hidden === 'only' || hidden === 'only readable';
  return terms.length === 0 && !hasBoth && status !== 'draft' && draftsOf !== 'everyone' && !isOfHidden;
}
