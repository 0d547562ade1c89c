import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { otherSource, type ViewSource } from './view-source.ts';

/** Whose statistics: of one post, or of all posts of an author. */
export type StatsSubject = { postId: number } | { authorId: number };
/** Days in Moscow, both included. */
export type DayRange = { from: string; to: string };
/** The lengths of periods in days that `post_period_views` stores. */
export type StatsPeriod = 7 | 30 | 90;
export type DayStats = { day: string; views: number; finishes: number };
export type SourceStats = { source: ViewSource; views: number };
export type RankedPost = {
  id: number;
  title: string;
  slug: string;
  views: number;
  finishes: number;
};

const isIn = ({ from, to }: DayRange): RawBuilder<boolean> =>
  sql`d.day between ${from}::date and ${to}::date`;

/** The rows of days: those of a post, or the sums of an author. */
const daysOf = (subject: StatsSubject): RawBuilder<unknown> =>
  'postId' in subject
    ? sql`(
      select day, views, ${finishes} as finishes from post_daily_views where post_id = ${subject.postId}
    ) as d`
    : sql`(select * from author_daily_views where author_id = ${subject.authorId}) as d`;

const sourcesOf = (subject: StatsSubject): RawBuilder<unknown> =>
  'postId' in subject
    ? sql`(select * from post_daily_sources where post_id = ${subject.postId}) as d`
    : sql`(
      select a.day, s.source, s.views::bigint as views
      from author_daily_views a, jsonb_each_text(a.sources) as s (source, views)
      where a.author_id = ${subject.authorId}
    ) as d`;

/** Readers beyond the views of a day are those who opened the post before midnight: they count for no day. */
const finishes = sql`least(finishes, views)`;

/** The days with at least one view, oldest first. */
export async function listDays(db: Db, subject: StatsSubject, range: DayRange): Promise<DayStats[]> {
  const { rows } = await sql<DayStats>`
    select to_char(d.day, 'YYYY-MM-DD') as day, d.views, d.finishes
    from ${daysOf(subject)} where ${isIn(range)} and d.views > 0 order by d.day`.execute(db);
  return rows;
}

/** Views by source, most views first: at most `maxHosts` hosts, the rest as `other`. */
export async function listSources(
  db: Db,
  subject: StatsSubject,
  range: DayRange,
  maxHosts: number,
): Promise<SourceStats[]> {
  const { rows } = await sql<SourceStats>`
    with summed as (
      select d.source, d.source like '%.%' as is_host, sum(d.views)::bigint as views
      from ${sourcesOf(subject)} where ${isIn(range)}
      group by d.source
    ), ranked as (
      select *, row_number() over (partition by is_host order by views desc, source) as position from summed
    )
    select case when is_host and position > ${maxHosts} then ${otherSource} else source end as source,
      sum(views)::bigint as views
    from ranked group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}

/** The first day with a view; undefined without any. */
export async function findFirstDay(db: Db, subject: StatsSubject): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select to_char(min(d.day), 'YYYY-MM-DD') as day from ${daysOf(subject)} where d.views > 0`.execute(db);
  return rows[0]?.day ?? undefined;
}

/**
 * The posts of an author with the most views in a period. The stored periods choose the posts, so that the rest of them are
 * not read; the numbers are those of the period.
 */
export async function listMostViewed(
  db: Db,
  authorId: number,
  { range, length, limit }: { range: DayRange; length: StatsPeriod; limit: number },
): Promise<RankedPost[]> {
  const viewsOfPeriod = sql.ref(`views_${length}`);
  const { rows } = await sql<RankedPost>`
    with candidates as (
      select post_id from post_period_views where author_id = ${authorId} and ${viewsOfPeriod} > 0
      order by ${viewsOfPeriod} desc, post_id desc limit ${limit}
    )
    select p.id, p.title, p.slug, days.views, days.finishes
    from candidates c join posts p on p.id = c.post_id
    cross join lateral (
      select sum(d.views)::bigint as views, sum(${finishes})::bigint as finishes
      from post_daily_views d where d.post_id = c.post_id and ${isIn(range)}
    ) as days
    where days.views > 0
    order by days.views desc, p.id desc`.execute(db);
  return rows;
}

/** The views of all posts of an author since the beginning, as readers see them. */
export async function countAllViews(db: Db, authorId: number): Promise<number> {
  const { rows } = await sql<{ views: number }>`
    select views from author_views where author_id = ${authorId}`.execute(db);
  return rows[0]?.views ?? 0;
}
