import { sql } from 'kysely';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import type { DailyViews } from './pending-views.ts';
import { isNamedHost, otherSource } from './view-source.ts';

/** Hosts that are stored for a post and day while it lasts; the rest are `other`. */
const maxHostsOfDay = 50;
/** Hosts that remain of a day that has ended: those with the most views. */
const maxHostsOfEndedDay = 10;

/**
 * Copies the reader views to the column that lists order by. Writes only rows that differ and locks them in the same order
 * as `addViews`.
 */
export async function rankViews(db: Db): Promise<void> {
  await sql`
    with changed as (
      select post_id, reader_views from post_stats where ranked_views <> reader_views
      order by post_id for no key update
    )
    update post_stats set ranked_views = changed.reader_views
    from changed where post_stats.post_id = changed.post_id`.execute(db);
}

/**
 * Adds views and drops those of deleted posts. One transaction, so that the days of a post add up to its views. Ids ascend
 * in every statement, so that two processes do not deadlock; the lock on `post_stats` makes the second wait for the first,
 * so that both together store no more than `maxHostsOfDay`.
 */
export async function addViews(db: Db, views: readonly DailyViews[]): Promise<void> {
  const ordered = [...views].sort((one, other) => one.postId - other.postId);
  await inTransaction(db, async (tx) => {
    await addTotals(tx, ordered);
    await addDays(tx, ordered);
    await addSources(tx, ordered);
  });
}

async function addTotals(tx: Db, views: readonly DailyViews[]): Promise<void> {
  const ids = views.map(({ postId }) => postId);
  const all = views.map((counts) => counts.all);
  const ofReaders = views.map((counts) => counts.ofReaders);
  await sql`
    insert into post_stats (post_id, views, reader_views)
    select posts.id, sum(added.views), sum(added.reader_views)
    from unnest(${ids}::bigint[], ${all}::int[], ${ofReaders}::int[]) as added (id, views, reader_views)
    join posts using (id)
    group by posts.id
    order by posts.id
    on conflict (post_id) do update set views = post_stats.views + excluded.views,
      reader_views = post_stats.reader_views + excluded.reader_views`.execute(tx);
}

async function addDays(tx: Db, views: readonly DailyViews[]): Promise<void> {
  const ids = views.map(({ postId }) => postId);
  const days = views.map(({ day }) => day);
  const all = views.map((counts) => counts.all);
  const finishes = views.map((counts) => counts.finishes);
  await sql`
    insert into post_daily_views (post_id, day, author_id, views, finishes)
    select posts.id, added.day, posts.author_id, added.views, added.finishes
    from unnest(${ids}::bigint[], ${days}::date[], ${all}::int[], ${finishes}::int[])
      as added (id, day, views, finishes)
    join posts using (id)
    order by posts.id, added.day
    on conflict (post_id, day) do update set views = post_daily_views.views + excluded.views,
      finishes = post_daily_views.finishes + excluded.finishes`.execute(tx);
}

async function addSources(tx: Db, views: readonly DailyViews[]): Promise<void> {
  const rows = views.flatMap(({ postId, day, bySource }) =>
    [...bySource].map(([source, count]) => ({ postId, day, source, count, isHost: isNamedHost(source) })),
  );
  if (rows.length === 0) return;
  await sql`
    with added as (
      select posts.id as post_id, posts.author_id, given.day, given.source, given.views, given.is_host,
        known.source is not null as is_known
      from unnest(
        ${rows.map((row) => row.postId)}::bigint[], ${rows.map((row) => row.day)}::date[],
        ${rows.map((row) => row.source)}::text[], ${rows.map((row) => row.count)}::int[],
        ${rows.map((row) => row.isHost)}::bool[]
      ) as given (id, day, source, views, is_host)
      join posts using (id)
      left join post_daily_sources known
        on known.post_id = posts.id and known.day = given.day and known.source = given.source
    ), stored as (
      select affected.post_id, affected.day, count(*) as hosts
      from (select distinct post_id, day from added) affected
      join post_daily_sources s on s.post_id = affected.post_id and s.day = affected.day
      where s.source like '%.%'
      group by affected.post_id, affected.day
    ), numbered as (
      select added.*, coalesce(stored.hosts, 0) + row_number() over (
        partition by added.post_id, added.day, added.is_host and not added.is_known order by added.views desc, added.source
      ) as position
      from added left join stored using (post_id, day)
    ), placed as (
      select post_id, day, author_id, views,
        case when is_host and not is_known and position > ${maxHostsOfDay} then ${otherSource} else source end as source
      from numbered
    )
    insert into post_daily_sources (post_id, day, source, author_id, views)
    select post_id, day, source, author_id, sum(views) from placed
    group by post_id, day, source, author_id
    order by post_id, day, source
    on conflict (post_id, day, source) do update
      set views = post_daily_sources.views + excluded.views`.execute(tx);
}

/** Adds the hosts of a day beyond those with the most views to `other`. A second run changes nothing. */
export async function foldSources(db: Db, day: string): Promise<void> {
  await sql`
    with ranked as (
      select post_id, source, row_number() over (partition by post_id order by views desc, source) as position
      from post_daily_sources where day = ${day}::date and source like '%.%'
    ), removed as (
      delete from post_daily_sources s using ranked
      where s.post_id = ranked.post_id and s.day = ${day}::date and s.source = ranked.source
        and ranked.position > ${maxHostsOfEndedDay}
      returning s.post_id, s.author_id, s.views
    )
    insert into post_daily_sources (post_id, day, source, author_id, views)
    select post_id, ${day}::date, ${otherSource}, author_id, sum(views) from removed
    group by post_id, author_id order by post_id
    on conflict (post_id, day, source) do update
      set views = post_daily_sources.views + excluded.views`.execute(db);
}

/** Deletes at most `limit` rows of each table from before a day; returns whether there may be more. */
export async function deleteDaysBefore(db: Db, day: string, limit: number): Promise<boolean> {
  const views = await sql`
    delete from post_daily_views where ctid = any(array(
      select ctid from post_daily_views where day < ${day}::date limit ${limit}))`.execute(db);
  const sources = await sql`
    delete from post_daily_sources where ctid = any(array(
      select ctid from post_daily_sources where day < ${day}::date limit ${limit}))`.execute(db);
  return [views, sources].some(({ numAffectedRows }) => Number(numAffectedRows ?? 0) === limit);
}
