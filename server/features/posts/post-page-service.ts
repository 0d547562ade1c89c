import { exactCountLimit } from '#contract/query.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { type Ordering, orderingOf, type Page, pageOf } from '#server/platform/db/paging.ts';
import type { PostSummary } from './post.ts';
import { type CounterOwner, hasCounter, type PostCount } from './post-count-service.ts';
import type { PostFilters } from './post-filters.ts';
import * as lists from './post-list-store.ts';
import * as store from './post-store.ts';

export type PostPage = { posts: PostSummary[]; count: number; pinnedCount: number; page: Page };
type PageQuery = { ordering?: string; page?: string; page_size?: string };
export type PageOptions = { hasPins: boolean; size?: number; counterOwner?: CounterOwner };

export const newestFirst: Ordering<lists.PostField> = [{ field: 'created_at', isDescending: true }];
export const orderingFields = {
  created_at: 'created_at',
  updated_at: 'updated_at',
  views_count: 'views',
  title: 'title',
} as const;

/** Selects pages of posts, with the pinned posts of the rotation. */
export function createPostPages({ db, clock, counts }: { db: Db; clock: Clock; counts: PostCount }) {
  /** A page of the matching posts; pinned posts come first if the order is by date. */
  async function page(filters: PostFilters, query: PageQuery, options: PageOptions): Promise<PostPage> {
    const now = clock.now();
    const ordering = orderingOf(query.ordering, orderingFields, newestFirst);
    const isByDate = ordering.length === 1 && ordering[0]?.field === 'created_at';
    const head = await lists.findListHead(db, now);
    const pinned = options.hasPins && isByDate ? await findPinnedMatches(filters, head.rotation) : [];
    const count = await counts.countMatches(filters, head, options.counterOwner);
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

  /** A page of search results: `count` of them, of which `ids` are the first ones, at least up to the end of the page. */
  async function foundPage(
    { ids, count }: { ids: Promise<number[]>; count: Promise<number> },
    query: PageQuery,
  ): Promise<PostPage> {
    const loadPosts = async () => {
      const found = await ids;
      // The posts of most pages are loaded while others are counted.
      const { offset, size } = pageOf(query, query.page === 'last' ? await count : exactCountLimit);
      return store.listSummaries(db, clock.now(), {
        ids: found.slice(offset, offset + size),
        rest: undefined,
        pinned: [],
        hasRankedViews: false,
      });
    };
    const [total, posts] = await Promise.all([count, loadPosts()]);
    return { posts, count: total, pinnedCount: 0, page: pageOf(query, total) };
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

  return { page, foundPage };
}
