import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Ordering } from '#server/platform/db/paging.ts';
import { rotationEnd } from './pin.ts';
import * as pins from './pin-store.ts';
import { featuredAgeMs, maxFeaturedPins, maxFeaturedPopular, maxTopPosts, type PostSummary } from './post.ts';
import { allPublished } from './post-filters.ts';
import * as lists from './post-list-store.ts';
import { newestFirst } from './post-page-service.ts';
import * as store from './post-store.ts';

export type Featured = { pinned: PostSummary[]; popular: PostSummary[]; pinnedTotal: number };

const mostViewedFirst: Ordering<lists.PostField> = [{ field: 'views', isDescending: true }];

export type PostSelections = ReturnType<typeof createPostSelections>;

/** Short lists without pages: popular, recent, pinned and featured posts. */
export function createPostSelections({ db, clock }: { db: Db; clock: Clock }) {
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
    listPopular: () => listTop(mostViewedFirst, maxTopPosts),
    listRecent: () => listTop(newestFirst, maxTopPosts),
    listPinned,
    listFeatured,
    nextPinChangeAt,
  };
}
