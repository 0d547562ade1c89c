import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { addDays, moscowDay, moscowDayStart } from '#server/platform/moscow-day.ts';

export type ActivityDay = {
  date: string;
  posts: number;
  comments: number;
  registrations: number;
  reports: number;
};
/** Days in Moscow, both included. */
type DayRange = { from: string; to: string };

/** The activity on each day of a range, oldest first; days without any are included. */
export async function listDays(db: Db, { from, to }: DayRange): Promise<ActivityDay[]> {
  const period = { from: moscowDayStart(from), to: moscowDayStart(addDays(to, 1)) };
  const [posts, comments, registrations, reports] = await Promise.all([
    countByDay(db, sql`posts`, sql`status = 'published'`, period),
    countByDay(db, sql`comments`, sql`deleted_at is null`, period),
    countByDay(db, sql`accounts`, sql`true`, period),
    countByDay(db, sql`reports`, sql`true`, period),
  ]);
  const days: ActivityDay[] = [];
  for (let date = from; date <= to; date = addDays(date, 1))
    days.push({
      date,
      posts: posts.get(date) ?? 0,
      comments: comments.get(date) ?? 0,
      registrations: registrations.get(date) ?? 0,
      reports: reports.get(date) ?? 0,
    });
  return days;
}

/** The rows of a table by the Moscow day of their creation, from its index by time. */
async function countByDay(
  db: Db,
  table: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
  { from, to }: { from: Date; to: Date },
): Promise<ReadonlyMap<string, number>> {
  // Rows are counted by hour first: the day of an hour is computed once, not for each row.
  const { rows } = await sql<{ hour: Date; count: number }>`
    select date_trunc('hour', created_at) as hour, count(*) as count from ${table}
    where created_at >= ${from} and created_at < ${to} and ${condition}
    group by 1`.execute(db);
  const days = new Map<string, number>();
  for (const { hour, count } of rows) {
    const day = moscowDay(hour);
    days.set(day, (days.get(day) ?? 0) + count);
  }
  return days;
}

/** Posts that will be published before the given time. */
export async function countScheduled(db: Db, before: Date): Promise<number> {
  const { count } = await db
    .selectFrom('posts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('publish_at', '<', before)
    .executeTakeFirstOrThrow();
  return count;
}

/** Cases of reports that nobody has decided. */
export async function countOpenCases(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('report_cases')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function countOpenObjections(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('moderation_objections')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Posts and comments that wait for a moderator. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from posts where waiting_rule is not null and hidden_status = 'published')
      + (select count(*) from comments where waiting_rule is not null) as count`.execute(db);
  return rows[0]?.count ?? 0;
}
