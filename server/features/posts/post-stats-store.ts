import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { otherSource, type ViewSource } from './view-source.ts';

/** Whose statistics: of one post, or of all posts of an author. */
export type StatsSubject = { postId: number } | { authorId: number };
/** Days in Moscow, both included. */
export type DayRange = { from: string; to: string };
export type DayStats = { day: string; views: number; finishes: number };
export type SourceStats = { source: ViewSource; views: number };
export type RankedPost = {
  id: number;
  title: string;
  slug: string;
  views: number;
  finishes: number;
};

const isOf = (subject: StatsSubject): RawBuilder<boolean> =>
  'postId' in subject ? sql`d.post_id = ${subject.postId}` : sql`d.author_id = ${subject.authorId}`;
const isIn = ({ from, to }: DayRange): RawBuilder<boolean> =>
  sql`d.day between ${from}::date and ${to}::date`;

/** Readers beyond the views of a day are those who opened the post before midnight: they count for no day. */
const finishes = sql`coalesce(sum(least(d.finishes, d.views)), 0)::bigint`;
const views = sql`coalesce(sum(d.views), 0)::bigint`;

/** The days with at least one view, oldest first. */
export async function listDays(db: Db, subject: StatsSubject, range: DayRange): Promise<DayStats[]> {
  const { rows } = await sql<DayStats>`
    select to_char(d.day, 'YYYY-MM-DD') as day, ${views} as views, ${finishes} as finishes
    from post_daily_views d where ${isOf(subject)} and ${isIn(range)}
    group by d.day order by d.day`.execute(db);
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
      select d.source, d.source like '%.%' as is_host, ${views} as views
      from post_daily_sources d where ${isOf(subject)} and ${isIn(range)}
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
    select to_char(min(d.day), 'YYYY-MM-DD') as day from post_daily_views d where ${isOf(subject)}`.execute(
    db,
  );
  return rows[0]?.day ?? undefined;
}

/** The posts of an author with the most views in a period. */
export async function listMostViewed(
  db: Db,
  authorId: number,
  range: DayRange,
  limit: number,
): Promise<RankedPost[]> {
  const { rows } = await sql<RankedPost>`
    with ranked as (
      select d.post_id, ${views} as views, ${finishes} as finishes
      from post_daily_views d where ${isOf({ authorId })} and ${isIn(range)}
      group by d.post_id order by 2 desc, 1 desc limit ${limit}
    )
    select p.id, p.title, p.slug, ranked.views, ranked.finishes
    from ranked join posts p on p.id = ranked.post_id
    order by ranked.views desc, p.id desc`.execute(db);
  return rows;
}

/** The views of all posts of an author since the beginning, as readers see them. */
export async function countAllViews(db: Db, authorId: number): Promise<number> {
  const { rows } = await sql<{ views: number }>`
    select coalesce(sum(s.views), 0)::bigint as views
    from posts p join post_stats s on s.post_id = p.id where p.author_id = ${authorId}`.execute(db);
  return rows[0]?.views ?? 0;
}
