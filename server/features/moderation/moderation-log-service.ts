import { cacheBriefly } from '#server/platform/cache-briefly.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { type Page, pageOf } from '#server/platform/db/paging.ts';
import { moscowDay, moscowDayStart } from '#server/platform/moscow-day.ts';
import { fillMonths, type LogEntry, type LogFilters, monthsUntil } from './moderation-log.ts';
import * as store from './moderation-log-store.ts';

type Query = LogFilters & { page?: string | undefined; page_size?: string | undefined };
export type ModerationLog = ReturnType<typeof createModerationLog>;
type Deps = { db: Db; clock: Clock };

/** The public log of decisions. */
export function createModerationLog({ db, clock }: Deps) {
  async function list(query: Query): Promise<{ entries: LogEntry[]; count: number; page: Page }> {
    const count = await store.countEntries(db, query);
    const page = pageOf(query, count);
    return { entries: await store.listEntries(db, query, page), count, page };
  }

  const findMonths = cacheBriefly(clock, async () => {
    const months = monthsUntil(moscowDay(clock.now()));
    return fillMonths(months, await store.listMonths(db, moscowDayStart(`${months[0]}-01`)));
  });

  return { list, findMonths };
}
