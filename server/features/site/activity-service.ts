import { cacheBriefly } from '#server/platform/cache-briefly.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { addDays, moscowDay } from '#server/platform/moscow-day.ts';
import {
  countOpenCases,
  countOpenObjections,
  countScheduled,
  countWaiting,
  listDays,
} from './activity-store.ts';

/** The days that are shown, today included. */
const shownDays = 30;
const dayMs = 24 * 3_600_000;

export type ActivityService = ReturnType<typeof createActivityService>;

export function createActivityService({ db, clock }: { db: Db; clock: Clock }) {
  const find = cacheBriefly(clock, async () => {
    const now = clock.now();
    const today = moscowDay(now);
    const [days, scheduledPosts, openCases, openObjections, waitingTexts] = await Promise.all([
      listDays(db, { from: addDays(today, 1 - shownDays), to: today }),
      countScheduled(db, new Date(now.getTime() + dayMs)),
      countOpenCases(db),
      countOpenObjections(db),
      countWaiting(db),
    ]);
    return { days, scheduledPosts, openCases, openObjections, waitingTexts };
  });

  return { find };
}
