import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { withPlannerSettings } from '#server/platform/db/planner-settings.ts';
import { blockLexeme, blockOf, firstIdOf, quoteLexeme } from '#server/platform/search/document.ts';
import type { Term } from '#server/platform/search/terms.ts';
import { type FiltersWithoutSearch, selectIndexedPosts } from './post-filters.ts';
import type { Match } from './post-search-ranking.ts';

/** So many of the newest blocks of ids are searched first. They show how many are needed. */
const firstBlocks = 2;
/** To search one more block costs as much as so many matches: all blocks at once cost less where few posts match. */
const matchesPerBlock = 2_000;
/** More ids than the first blocks let expect to be needed. */
const reserve = 1.25;
const rankWeights = sql.lit('{0.1,0.3,0.4,1}');

export type NewestMatches = {
  /** The newest first. */
  ids: number[];
  count: number;
};
type Limits = {
  /** Of the ids. */
  listed: number;
  /** Of the count. */
  counted: number;
  /** Searches all blocks at once, where it is known that few posts match. */
  isAtOnce?: boolean;
};

/**
 * The newest ids that match a query for tsvector, and the number of matches. A word of many posts is searched for in the newest
 * blocks of ids only, and a count needs no order: what that costs does not depend on the number of posts.
 */
export function findNewestMatches(
  db: Db,
  query: string,
  filters: FiltersWithoutSearch,
  { listed, counted, isAtOnce = false }: Limits,
): Promise<NewestMatches> {
  return withPlannerSettings(db, 'bitmapScan', async (tx) => {
    const newestId = await findNewestId(tx);
    const found: NewestMatches = { ids: [], count: 0 };
    let from = blockOf(newestId) + 1;
    while (from > 0 && found.count < counted) {
      const missing = listed - found.ids.length;
      const to = from;
      const wanted = missing > 0 ? listed : counted;
      from = isAtOnce ? 0 : chooseStart({ newestId, from, found: found.count, wanted });
      const matching = selectIndexedPosts(tx, filters)
        .where(sql<boolean>`p.analysis @@ ${inBlocks(query, from, to)}::tsquery`)
        .where('p.id', '<', firstIdOf(to))
        .limit(counted - found.count);
      const more = missing > 0 ? await selectNewest(tx, matching, missing) : await countMatches(tx, matching);
      found.ids.push(...more.ids);
      found.count += more.count;
    }
    return found;
  });
}

type Progress = { newestId: number; from: number; found: number; wanted: number };
type Matching = ReturnType<typeof selectIndexedPosts>;

/** The first block to search next, from what was found in the blocks from `from` on. */
function chooseStart({ newestId, from, found, wanted }: Progress): number {
  const end = blockOf(newestId) + 1;
  if (from === end) return Math.max(0, end - firstBlocks);
  const searchedIds = newestId - firstIdOf(from) + 1;
  const start = Math.min(from - 1, blockOf(newestId - (searchedIds * wanted * reserve) / found));
  const expected = (found * firstIdOf(from)) / searchedIds;
  return (from - start) * matchesPerBlock > expected ? 0 : Math.max(0, start);
}

/** The query for the blocks from `from` to `to`; those from 0 on are searched without their lexemes. */
function inBlocks(query: string, from: number, to: number): string {
  if (from === 0) return query;
  const blocks = Array.from({ length: to - from }, (_, index) => quoteLexeme(blockLexeme(from + index)));
  return `(${query}) & (${blocks.join(' | ')})`;
}

export async function findNewestId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from post_search_index`.execute(db);
  return rows[0]?.id ?? 0;
}

async function selectNewest(db: Db, matching: Matching, listed: number): Promise<NewestMatches> {
  const { rows } = await sql<NewestMatches>`
    with found as materialized (${matching.orderBy('p.id', 'desc').select('p.id')})
    select (select count(*) from found) as count,
      array(select id from found order by id desc limit ${listed}) as ids`.execute(db);
  return rows[0] ?? { ids: [], count: 0 };
}

async function countMatches(db: Db, matching: Matching): Promise<NewestMatches> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${matching.select('p.id')}) as found`.execute(db);
  return { ids: [], count: rows[0]?.count ?? 0 };
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
      select *, ts_filter(vector, '{a}') as titles, ts_filter(vector, '{b}') as headings
      from (
        -- The copy is read from its storage once, and not by each condition.
        select id, created_at, analysis || ''::tsvector as vector
        from post_search_index where id = any(${ids}::bigint[])
        offset 0
      ) as copies
      offset 0
    ) as candidates`.execute(db);
  return rows;
}
