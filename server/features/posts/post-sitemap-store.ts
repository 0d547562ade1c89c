import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { selectFilteredPosts } from './post-filters.ts';

/** How many ids a part of the sitemap covers; migration 0190 has the same number. */
export const sitemapPartSize = 5_000;

export type SitemapPart = { part: number; changedAt: Date };
export type SitemapPost = {
  slug: string;
  title: string;
  image: string | null;
  publishedAt: Date;
  changedAt: Date;
};
/** `hasWithheld` tells whether posts of accounts created after `authorsBefore` were left out. */
export type SitemapPosts = { posts: SitemapPost[]; hasWithheld: boolean };

const changedAt = sql<Date>`coalesce(p.edited_at, p.created_at)`;
/** Exactly the expression of the index. */
const partOf = sql<number>`(p.id / ${sql.lit(sitemapPartSize)})`;

const selectPublic = (db: Db) => selectFilteredPosts(db, { draftsOf: 'nobody' });

/** The parts that have public posts, with their latest change: one step in an index for each. */
export async function listSitemapParts(db: Db): Promise<SitemapPart[]> {
  const latest = selectPublic(db)
    .select(changedAt.as('changed_at'))
    .where(partOf, '=', sql<number>`parts.part`)
    .orderBy(changedAt, 'desc')
    .limit(1);
  const { rows } = await sql<{ part: number; changed_at: Date | null }>`
    select part, (${latest}) as changed_at
    from generate_series(0, (select coalesce(max(id), 0) / ${sql.lit(sitemapPartSize)} from posts)) as parts (part)
    order by part`.execute(db);
  return rows.flatMap(({ part, changed_at }) =>
    changed_at === null ? [] : [{ part: Number(part), changedAt: changed_at }],
  );
}

/** The public posts of a part, by id. */
export async function listSitemapPosts(
  db: Db,
  { part, authorsBefore }: { part: number; authorsBefore: Date },
): Promise<SitemapPosts> {
  const first = part * sitemapPartSize;
  const rows = await selectSitemapPosts(db, authorsBefore)
    .where('p.id', '>=', first)
    .where('p.id', '<', first + sitemapPartSize)
    .orderBy('p.id')
    .execute();
  return toSitemapPosts(rows);
}

/** The newest public posts since a time. */
export async function listNewPosts(
  db: Db,
  { since, authorsBefore, limit }: { since: Date; authorsBefore: Date; limit: number },
): Promise<SitemapPost[]> {
  const rows = await selectSitemapPosts(db, authorsBefore)
    .where('p.created_at', '>=', since)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute();
  return toSitemapPosts(rows).posts;
}

const selectSitemapPosts = (db: Db, authorsBefore: Date) =>
  selectPublic(db)
    .innerJoin('accounts as a', 'a.id', 'p.author_id')
    .leftJoin('media as m', 'm.id', 'p.image_id')
    .select(['p.slug', 'p.title', 'p.created_at', 'm.path', changedAt.as('changed_at')])
    .select(sql<boolean>`a.created_at <= ${authorsBefore}`.as('is_listed'));

type Row = Awaited<ReturnType<ReturnType<typeof selectSitemapPosts>['execute']>>[number];

const toSitemapPosts = (rows: Row[]): SitemapPosts => ({
  posts: rows
    .filter(({ is_listed }) => is_listed)
    .map((row) => ({
      slug: row.slug,
      title: row.title,
      image: row.path,
      publishedAt: row.created_at,
      changedAt: row.changed_at,
    })),
  hasWithheld: rows.some(({ is_listed }) => !is_listed),
});
