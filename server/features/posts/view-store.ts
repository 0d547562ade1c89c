import { type RawBuilder, sql } from 'kysely';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { addDays as addCalendarDays } from '#server/platform/moscow-day.ts';
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
 * Adds views and drops those of deleted posts. One transaction, so that the days of a post add up to its views; triggers add
 * them to the sums of the author (migration 0180). Locks are taken in ascending order, first of the posts, then of their
 * `post_stats`, then of the days of their authors, so that neither two processes nor a removal deadlock; the second process
 * waits for the first, so that both together store no more than `maxHostsOfDay`.
 */
export async function addViews(db: Db, views: readonly DailyViews[]): Promise<void> {
  const ordered = [...views].sort((one, other) => one.postId - other.postId);
  await inTransaction(db, async (tx) => {
    await lockPosts(tx, ordered);
    await addTotals(tx, ordered);
    await lockAuthorDays(tx, ordered);
    await addDays(tx, ordered);
    await addSources(tx, ordered);
  });
}

async function lockPosts(tx: Db, views: readonly DailyViews[]): Promise<void> {
  await sql`
    select from posts where id = any(${views.map(({ postId }) => postId)}::bigint[])
    order by id for key share`.execute(tx);
}

/** The triggers of an upsert run twice, for its new and its changed rows, and each locks in order of its own. */
async function lockAuthorDays(tx: Db, views: readonly DailyViews[]): Promise<void> {
  await sql`
    insert into author_daily_views (author_id, day)
    select distinct posts.author_id, given.day
    from unnest(${views.map(({ postId }) => postId)}::bigint[], ${views.map(({ day }) => day)}::date[])
      as given (id, day)
    join posts using (id)
    order by 1, 2
    on conflict (author_id, day) do update set views = author_daily_views.views`.execute(tx);
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

/**
 * Adds the hosts of a day beyond those with the most views to `other`, for each post and for each author. A second run changes
 * nothing.
 */
export async function foldSources(db: Db, day: string): Promise<void> {
  await inTransaction(db, async (tx) => {
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
        set views = post_daily_sources.views + excluded.views`.execute(tx);
    await sql`
      update author_daily_views a set sources = folded.sources
      from (
        select author_id, merge_sources(sources, '{}', ${maxHostsOfEndedDay}) as sources
        from author_daily_views where day = ${day}::date order by author_id for no key update
      ) as folded
      where a.day = ${day}::date and a.author_id = folded.author_id and a.sources <> folded.sources`.execute(
      tx,
    );
  });
}

/**
 * Deletes at most `limit` rows of each table from before a day; returns whether there may be more. The sums of authors go
 * last, because the triggers change them with the rows of their posts.
 */
export async function deleteDaysBefore(db: Db, day: string, limit: number): Promise<boolean> {
  for (const table of ['post_daily_views', 'post_daily_sources', 'author_daily_views'] as const) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where day < ${day}::date limit ${limit}))`.execute(db);
    if (Number(numAffectedRows ?? 0) === limit) return true;
  }
  return false;
}

/** Days of the columns of `post_period_views`. */
const periodLengths = [7, 30, 90];
const periodBatch = 10_000;

/** Moves the stored periods to a later last day: the views of the days that leave a period are subtracted. */
export async function movePeriods(db: Db, lastDay: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ last_day: string }>`
      select to_char(last_day, 'YYYY-MM-DD') as last_day from stats_periods for update`.execute(tx);
    const before = rows[0]?.last_day;
    if (before === undefined || before >= lastDay) return;
    for (const length of periodLengths) {
      const left = { from: addCalendarDays(before, 1 - length), to: addCalendarDays(lastDay, -length) };
      let lastId: number | undefined = 0;
      while (lastId !== undefined)
        lastId = await subtractFromPeriod(tx, sql.ref(`views_${length}`), left, lastId);
    }
    await sql`update stats_periods set last_day = ${lastDay}::date`.execute(tx);
  });
}

/** Subtracts the views of a batch of posts; returns the last of their ids, or undefined after the last batch. */
async function subtractFromPeriod(
  tx: Db,
  column: RawBuilder<unknown>,
  left: { from: string; to: string },
  afterId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number | null; posts: number }>`
    with leaving as (
      select post_id, sum(views) as views from post_daily_views
      where day between ${left.from}::date and ${left.to}::date and post_id > ${afterId}
      group by post_id order by post_id limit ${periodBatch}
    ), changed as (
      update post_period_views p set ${column} = p.${column} - leaving.views
      from leaving where p.post_id = leaving.post_id
    )
    select max(post_id) as id, count(*) as posts from leaving`.execute(tx);
  const [batch] = rows;
  return batch?.posts === periodBatch ? (batch.id ?? undefined) : undefined;
}
