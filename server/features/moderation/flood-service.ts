import type { Notifications } from '#server/features/notifications/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isFlood, usualOf } from './flood.ts';
import * as store from './flood-store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const comparedDays = 7;
const flows = ['registrations', 'comments'] as const;

export type FloodWatch = ReturnType<typeof createFloodWatch>;
type Deps = { db: Db; clock: Clock; notifications: Pick<Notifications, 'add'> };

/** Tells staff when far more registrations or comments arrive than is usual at this hour. */
export function createFloodWatch({ db, clock, notifications }: Deps) {
  /** Compares the last hour with the same hour of the last days; a flood is told once in six hours. */
  async function watch(): Promise<void> {
    const now = clock.now().getTime();
    const ends = Array.from({ length: comparedDays + 1 }, (_, day) => new Date(now - day * dayMs));
    for (const flow of flows) {
      const [count = 0, ...before] = await store.countHours(db, flow, ends);
      const usual = usualOf(before);
      if (!isFlood(count, usual)) continue;
      const key = `flood ${flow} ${Math.floor(now / (6 * hourMs))}`;
      for (const id of await store.listModeratorIds(db))
        await notifications.add(db, id, key, { kind: 'flood', details: { flow, count, usual } });
    }
  }

  return { watch };
}
