import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { withPlannerSettings } from '#server/platform/db/planner-settings.ts';
import { blockLexeme, blockOf, firstIdOf, quoteLexeme } from '#server/platform/search/document.ts';
import type { Term } from '#server/platform/search/terms.ts';
import { type FiltersWithoutSearch, selectIndexedPosts } from './post-filters.ts';
import type { Match } from './post-search-ranking.ts';

/** How many of the newest blocks of ids are searched one after the other, before all of them are. */
const firstBlocks = [4, 16];
const rankWeights = sql.lit('{0.1,0.3,0.4,1}');

/**
 * The newest ids that match a query for tsvector, at most `limit`. A word of many posts is searched for in the newest blocks
 * of ids first: what that costs does not depend on the number of posts.
 */
export function findNewestMatches(
  db: Db,
  query: string,
  filters: FiltersWithoutSearch,
  limit: number,
): Promise<number[]> {
  return withPlannerSettings(db, 'bitmapScan', async (tx) => {
    const found: number[] = [];
    const newest = blockOf(await findNewestId(tx));
    let before = newest + 1;
    for (const blocks of firstBlocks.filter((count) => count <= newest)) {
      const first = newest - blocks + 1;
      const names = Array.from({ length: before - first }, (_, index) =>
        quoteLexeme(blockLexeme(first + index)),
      );
      const inBlocks = `(${query}) & (${names.join(' | ')})`;
      found.push(...(await selectIds(tx, inBlocks, filters, { before, limit: limit - found.length })));
      if (found.length >= limit) return found;
      before = first;
    }
    return [...found, ...(await selectIds(tx, query, filters, { before, limit: limit - found.length }))];
  });
}

async function findNewestId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from post_search_index`.execute(db);
  return rows[0]?.id ?? 0;
}

async function selectIds(
  db: Db,
  query: string,
  filters: FiltersWithoutSearch,
  { before, limit }: { before: number; limit: number },
): Promise<number[]> {
  const rows = await selectIndexedPosts(db, filters)
    .where(sql<boolean>`p.analysis @@ ${query}::tsquery`)
    .where('p.id', '<', firstIdOf(before))
    .orderBy('p.id', 'desc')
    .limit(limit)
    .select('p.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The matching posts among these with what their rank depends on. */
export async function measureMatches(
  db: Db,
  terms: Term[],
  all: string,
  ids: number[],
  now: Date,
): Promise<Array<Match & { id: number }>> {
  const shareOf = (level: 'exact' | 'forms' | 'derived' | 'related', vector: string) =>
    sql<number>`(${sql.join(
      terms.map((term) => sql`(${sql.ref(vector)} @@ ${term[level]}::tsquery)::int`),
      sql` + `,
    )})::float8 / ${terms.length}::int`;
  const { rows } = await sql<Match & { id: number }>`
    select id, extract(epoch from ${now}::timestamptz - created_at)::float8 / 86400 as "ageDays",
      ${shareOf('exact', 'titles')} as "titleExact", ${shareOf('forms', 'titles')} as "titleForms",
      ${shareOf('related', 'titles')} as "titleRelated", ${shareOf('forms', 'headings')} as "headingForms",
      ${shareOf('exact', 'vector')} as exact, ${shareOf('forms', 'vector')} as forms,
      ${shareOf('derived', 'vector')} as derived,
      ts_rank_cd(${rankWeights}, vector, ${all}::tsquery)::float8 as closeness
    from (
      select id, created_at, analysis as vector, ts_filter(analysis, '{a}') as titles, ts_filter(analysis, '{b}') as headings
      from post_search_index where id = any(${ids}::bigint[])
      offset 0
    ) as candidates`.execute(db);
  return rows;
}
