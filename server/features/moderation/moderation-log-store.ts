import { sql } from 'kysely';
import { logMaxEntries } from '#contract/moderation-log.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { LogEntry, LogFilters, LogMonth } from './moderation-log.ts';

const selectEntries = (db: Db, { kind, rule }: LogFilters) =>
  db
    .selectFrom('moderation_decisions as d')
    .$if(kind !== undefined, (query) => query.where('d.target_kind', '=', kind ?? ''))
    .$if(rule !== undefined, (query) => query.where('d.rule', '=', rule ?? ''));

/** How many decisions match; counts no further than the log shows. */
export async function countEntries(db: Db, filters: LogFilters): Promise<number> {
  const { count } = await db
    .selectFrom(selectEntries(db, filters).select('d.id').limit(logMaxEntries).as('entries'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function listEntries(
  db: Db,
  filters: LogFilters,
  { offset, size }: { offset: number; size: number },
): Promise<LogEntry[]> {
  const rows = await selectEntries(db, filters)
    .leftJoin('moderation_objections as o', 'o.decision_id', 'd.id')
    .select(['d.created_at as createdAt', 'd.action', 'd.target_kind as kind', 'd.rule'])
    .select(['d.had_reports as hadReports', 'o.outcome'])
    .select(({ eb }) => [
      eb('o.id', 'is not', null).as('hasObjection'),
      eb('d.ended_by', 'is not', null).as('isWithdrawn'),
    ])
    .orderBy('d.id', 'desc')
    .offset(offset)
    .limit(Math.min(size, logMaxEntries - offset))
    .execute();
  return rows as LogEntry[];
}

/** The decisions since a time by their month in Moscow; months without any are missing. */
export async function listMonths(db: Db, since: Date): Promise<LogMonth[]> {
  const { rows } = await sql<LogMonth>`
    select to_char(d.created_at at time zone 'UTC' + interval '3 hours', 'YYYY-MM') as month,
      count(*) filter (where d.action in ('hide', 'hide-texts')) as hidden,
      count(*) filter (where d.action not in ('hide', 'hide-texts', 'leave')) as sanctions,
      count(*) filter (where d.action = 'leave') as "left",
      count(o.id) as objections,
      count(*) filter (where o.outcome = 'overturned') as overturned,
      count(*) filter (where d.ended_by is not null) as withdrawn
    from moderation_decisions as d left join moderation_objections as o on o.decision_id = d.id
    where d.created_at >= ${since} group by 1`.execute(db);
  return rows;
}
