import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { addDays, moscowDay } from '#server/platform/moscow-day.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import type { Post } from './post.ts';
import * as store from './post-stats-store.ts';
import type { ViewCounter } from './view-counter.ts';
import { deleteDaysBefore, foldSources, movePeriods } from './view-store.ts';

/** Hosts in a response; the rest are `other`. */
const maxHosts = 10;
const maxPosts = 20;
/** Rows that one statement of the sweep deletes. */
const sweepBatch = 10_000;
/** Days whose sources are folded by each sweep, in case earlier sweeps did not run. */
const foldedDays = 7;

type Deps = {
  db: Db;
  clock: Clock;
  limits: RateLimits;
  views: Pick<ViewCounter, 'flush'>;
  storedDays: number;
};

export type Stats = {
  range: store.DayRange;
  length: number;
  days: store.DayStats[];
  sources: store.SourceStats[];
  previous: { views: number; finishes: number } | null;
  storedDays: number;
};

export type PostStatsService = ReturnType<typeof createPostStats>;

/** Statistics for authors. Callers check permissions. */
export function createPostStats({ db, clock, limits, views, storedDays }: Deps) {
  async function find(subject: store.StatsSubject, length: number): Promise<Stats> {
    const to = moscowDay(clock.now());
    const range = { from: addDays(to, 1 - length), to };
    const earlier = { from: addDays(range.from, -length), to: addDays(range.from, -1) };
    const [days, sources, firstDay] = await Promise.all([
      store.listDays(db, subject, { from: earlier.from, to }),
      store.listSources(db, subject, range, maxHosts),
      store.findFirstDay(db, subject),
    ]);
    // A period that began before views were counted by day cannot be compared.
    const isComparable = firstDay !== undefined && firstDay <= earlier.from;
    return {
      range,
      length,
      days: fillDays(
        days.filter(({ day }) => day >= range.from),
        range.from,
        length,
      ),
      sources,
      previous: isComparable ? sumDays(days.filter(({ day }) => day < range.from)) : null,
      storedDays,
    };
  }

  return {
    async findForPost({ id }: Pick<Post, 'id'>, length: number): Promise<Stats> {
      await views.flush();
      return find({ postId: id }, length);
    },

    async findForAuthor(authorId: number, length: store.StatsPeriod) {
      await limits.take('stats', authorId);
      await views.flush();
      const stats = await find({ authorId }, length);
      const [allViews, posts] = await Promise.all([
        store.countAllViews(db, authorId),
        store.listMostViewed(db, authorId, { range: stats.range, length, limit: maxPosts }),
      ]);
      return { ...stats, allViews, posts };
    },

    /** The periods that choose the posts with the most views end today. */
    movePeriods: (): Promise<void> => movePeriods(db, moscowDay(clock.now())),

    /** Deletes days that are no longer stored, and adds the sources with few views of ended days to `other`. */
    async sweep(): Promise<void> {
      const today = moscowDay(clock.now());
      for (let age = 1; age <= foldedDays; age += 1) await foldSources(db, addDays(today, -age));
      const firstStored = addDays(today, 1 - storedDays);
      let hasMore = true;
      while (hasMore) hasMore = await deleteDaysBefore(db, firstStored, sweepBatch);
    },
  };
}

/** A row for each day of the period. */
function fillDays(found: store.DayStats[], from: string, length: number): store.DayStats[] {
  const byDay = new Map(found.map((stats) => [stats.day, stats]));
  return Array.from({ length }, (_, index) => {
    const day = addDays(from, index);
    return byDay.get(day) ?? { day, views: 0, finishes: 0 };
  });
}

export const sumDays = (days: readonly store.DayStats[]): { views: number; finishes: number } => ({
  views: days.reduce((sum, { views }) => sum + views, 0),
  finishes: days.reduce((sum, { finishes }) => sum + finishes, 0),
});
