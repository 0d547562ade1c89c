import type { PostStatus } from '#contract/posts.ts';
import type { ModerationState } from '#contract/staff.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Categories, Category } from '#server/features/categories/index.ts';
import type { Actor, User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { longPageSize, type Ordering, orderingOf, type Page, pageOf } from '#server/platform/db/paging.ts';
import { searchTerms } from '#server/platform/db/search-terms.ts';
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
  accounts: Pick<Accounts, 'get' | 'getByUsername'>;
  categories: Pick<Categories, 'find' | 'get'>;
};

type Shown = { now: Date; rotation: number[]; hasRankedViews?: boolean };

export type PostListService = ReturnType<typeof createPostListService>;

const newestFirst: Ordering<store.PostField> = [{ field: 'created_at', isDescending: true }];
const mostViewedFirst: Ordering<store.PostField> = [{ field: 'views', isDescending: true }];
const allPublished: PostFilters = { draftsOf: 'nobody', terms: [] };
const orderingFields = {
  created_at: 'created_at',
  updated_at: 'updated_at',
  views_count: 'views',
  view_count: 'views',
  title: 'title',
} as const;

export function createPostListService({ db, clock, accounts, categories }: Deps) {
  /** A page of the matching posts; in the order of date the pinned ones come first (contract 5). */
  async function page(
    filters: PostFilters,
    query: PostQuery,
    options: { hasPins: boolean; size?: number },
  ): Promise<PostPage> {
    const now = clock.now();
    const ordering = orderingOf(query.ordering, orderingFields, newestFirst);
    const isByDate = ordering.length === 1 && ordering[0]?.field === 'created_at';
    const rotation = await pins.listRotation(db, now);
    const pinned = options.hasPins && isByDate ? await store.matchingOf(db, filters, rotation) : [];
    const count = await countOf(filters);
    const found = pageOf(query, count, options.size);
    const pinnedHere = pinned.slice(found.offset, found.offset + found.size);
    const rest = await store.listPostIds(db, filters, ordering, {
      offset: Math.max(0, found.offset - pinned.length),
      limit: found.size - pinnedHere.length,
      except: pinned,
    });
    const hasRankedViews = store.isByViews(ordering);
    const posts = await summariesOf([...pinnedHere, ...rest], { now, rotation, hasRankedViews });
    return { posts, count, pinnedCount: posts.filter(({ pinnedAt }) => pinnedAt).length, page: found };
  }

  /** The posts of these ids, in this order, as pinned only where it is the turn of their pin. */
  async function summariesOf(
    ids: number[],
    { now, rotation, hasRankedViews = false }: Shown,
  ): Promise<PostSummary[]> {
    const turn = new Set(rotation);
    const found = await store.hydrateSummaries(db, ids, now, { hasRankedViews });
    return found.map((post) => (turn.has(post.id) ? post : { ...post, pinnedAt: null }));
  }

  /**
   * Exact up to ten thousand; beyond that a counter that writes keep. Where nobody keeps one (searches, two filters at
   * once), the list ends with its first ten thousand.
   */
  async function countOf(filters: PostFilters): Promise<number> {
    const isKept = isCountKept(filters);
    const isWhole = filters.categoryId === undefined && filters.authorId === undefined;
    // The list that is asked for most: a large site need not count ten thousand posts for it each time.
    if (isKept && isWhole && (await keptPublished(filters)) > exactCountLimit) return keptCount(filters);
    const count = await store.countPosts(db, filters, exactCountLimit + 1);
    if (count <= exactCountLimit) return count;
    return isKept ? keptCount(filters) : exactCountLimit;
  }

  async function keptCount(filters: PostFilters): Promise<number> {
    const { draftsOf, status, authorId } = filters;
    const published = await keptPublished(filters);
    if (typeof draftsOf === 'string' || status === 'published') return published;
    const own: PostFilters = { ...filters, authorId: authorId ?? draftsOf };
    const drafts = await store.countPosts(db, { ...own, status: 'draft' }, exactCountLimit);
    if (filters.hidden !== 'too') return published + drafts;
    return published + drafts + (await store.countPosts(db, { ...own, hidden: 'only' }, exactCountLimit));
  }

  async function keptPublished({ categoryId, authorId }: PostFilters): Promise<number> {
    if (authorId !== undefined) return (await accounts.get(authorId)).publishedPostsCount;
    if (categoryId === undefined) return (await store.findTotals(db)).published;
    return (await categories.find(String(categoryId)))?.postsCount ?? 0;
  }

  async function filtersOf(query: PostQuery, draftsOf: PostFilters['draftsOf']): Promise<PostFilters> {
    return {
      draftsOf,
      terms: searchTerms(query.search),
      status: query.status,
      authorId: query.author,
      // A category nobody knows has no posts; no id is zero.
      categoryId:
        query.category === undefined ? undefined : ((await categories.find(query.category))?.id ?? 0),
    };
  }

  async function list(actor: Actor, query: PostQuery): Promise<PostPage> {
    const seesAllDrafts = actor.kind === 'user' && actor.isStaff && query.status === 'draft';
    const own = actor.kind === 'user' ? actor.id : 'nobody';
    return page(await filtersOf(query, seesAllDrafts ? 'everyone' : own), query, { hasPins: true });
  }

  async function listOwn(user: User, query: PostQuery): Promise<PostPage> {
    const filters = await filtersOf({ ...query, author: user.id }, user.id);
    return page({ ...filters, hidden: 'too' }, query, { hasPins: false });
  }

  /** What moderators look through: the published posts, or those that are hidden. */
  async function listForModeration({ state, ...query }: ModerationQuery): Promise<PostPage> {
    const filters: PostFilters = { ...allPublished, terms: searchTerms(query.search) };
    return page(state === 'hidden' ? { ...filters, hidden: 'only' } : filters, query, { hasPins: false });
  }

  async function listOfAuthor(username: string, query: PostQuery): Promise<PostPage> {
    const { id } = await accounts.getByUsername(username);
    return page(await filtersOf({ ...query, author: id }, 'nobody'), query, { hasPins: false });
  }

  async function listOfCategory(
    slugOrId: string,
    query: PostQuery,
  ): Promise<PostPage & { category: Category }> {
    const category = await categories.get(slugOrId);
    const filters: PostFilters = { ...allPublished, categoryId: category.id };
    return { category, ...(await page(filters, query, { hasPins: true, size: longPageSize })) };
  }

  /** The first posts in an order, without regard to pins. */
  async function listTop(
    ordering: Ordering<store.PostField>,
    limit: number,
    options: { filters?: PostFilters; except?: number[]; rotation?: number[] } = {},
  ): Promise<PostSummary[]> {
    const { filters = allPublished, except = [] } = options;
    const now = clock.now();
    const ids = await store.listPostIds(db, filters, ordering, { offset: 0, limit, except });
    const rotation = options.rotation ?? (await pins.listRotation(db, now));
    return summariesOf(ids, { now, rotation, hasRankedViews: store.isByViews(ordering) });
  }

  /** The posts whose turn it is, by the time of pinning, and how many pins are in effect in all. */
  async function listPinned(): Promise<{ posts: PostSummary[]; count: number }> {
    const now = clock.now();
    const rotation = await pins.listRotation(db, now);
    return {
      posts: await summariesOf(rotation, { now, rotation }),
      count: await pins.countEffectivePins(db, now),
    };
  }

  async function listFeatured(): Promise<Featured> {
    const now = clock.now();
    const rotation = await pins.listRotation(db, now);
    const ids = rotation.slice(0, maxFeaturedPins);
    const filters = { ...allPublished, createdSince: new Date(now.getTime() - featuredAgeMs) };
    return {
      pinned: await summariesOf(ids, { now, rotation }),
      popular: await listTop(mostViewedFirst, maxFeaturedPopular, { filters, except: ids, rotation }),
      pinnedTotal: await pins.countEffectivePins(db, now),
    };
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
    countComments: async () => (await store.findTotals(db)).comments,
    /** Published posts and the living comments under them, from the counters that writes keep. */
    findTotals: () => store.findTotals(db),
  };
}

/** Whether writes keep a counter of the published posts that match. */
function isCountKept({ terms, status, draftsOf, hidden, categoryId, authorId }: PostFilters): boolean {
  const hasBoth = categoryId !== undefined && authorId !== undefined;
  return terms.length === 0 && !hasBoth && status !== 'draft' && draftsOf !== 'everyone' && hidden !== 'only';
}
