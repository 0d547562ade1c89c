import { sql } from 'kysely';
import { exactCountLimit } from '#contract/query.ts';
import type { Db } from '#server/platform/db/database.ts';
import { blockLexeme, blockOf, firstIdOf, quoteLexeme } from '#server/platform/search/document.ts';
import type { Term } from '#server/platform/search/terms.ts';
import { type FiltersWithoutSearch, selectIndexedPosts } from './post-filters.ts';
import type { Match } from './post-search-ranking.ts';

/** So many of the newest blocks of ids are searched first. They show how many are needed. */
const firstBlocks = 2;
/** To search one more block costs as much as so many matches: all blocks at once cost less where few posts match. */
const matchesPerBlock = 600;
/** More ids than the first blocks let expect to be needed. */
const reserve = 1.25;
/** By what the words of a query find posts. */
export type Level = 'forms' | 'related';

const rankWeights = sql.lit('{0.1,0.3,0.4,1}');

/** A query for tsvector, and the posts that it is about. Of a rare query all blocks are searched at once. */
export type IndexQuery = { query: string; filters: FiltersWithoutSearch; isRare?: boolean };

export type NewestMatches = {
  /** The newest first. */
  ids: number[];
  /** Of the matches from the block `from` on; at most 10,000. */
  count: number;
  /** The first block that was searched; 0 if all were. */
  from: number;
  newestId: number;
};

export const nothingSearched = (newestId: number): NewestMatches => ({
  ids: [],
  count: 0,
  from: blockOf(newestId) + 1,
  newestId,
});

/** The matches of the newest blocks, or of all if few posts match. */
export async function findFirstMatches(tx: Db, asked: IndexQuery, wanted: number): Promise<NewestMatches> {
  const first = await findMore(tx, asked, wanted, nothingSearched(await findNewestId(tx)));
  return isEnough(first, wanted) || chooseStart(first, wanted) > 0
    ? first
    : findMore(tx, asked, wanted, first);
}

/**
 * The newest ids that match: as many as wanted, if there are so many, and at most 10,000. A word of many posts is searched for in the newest
 * blocks of ids only: what that costs does not depend on the number of posts.
 */
export async function findNewestMatches(
  tx: Db,
  asked: IndexQuery,
  wanted: number,
  first: NewestMatches,
): Promise<NewestMatches> {
  let found = first;
  while (!isEnough(found, wanted)) found = await findMore(tx, asked, wanted, found);
  return found;
}

/** About how many posts match. */
export const estimateMatches = (found: NewestMatches): number => matchesPerId(found) * found.newestId;

const matchesPerId = ({ count, from, newestId }: NewestMatches): number =>
  count / (newestId - firstIdOf(from) + 1);

const isEnough = ({ ids, count, from }: NewestMatches, wanted: number): boolean =>
  from === 0 || ids.length >= wanted || count >= exactCountLimit;

async function findMore(
  tx: Db,
  asked: IndexQuery,
  wanted: number,
  found: NewestMatches,
): Promise<NewestMatches> {
  const from = asked.isRare ? 0 : chooseStart(found, wanted);
  const matching = selectBetween(tx, asked, { from, to: found.from })
    .orderBy('p.id', 'desc')
    .select('p.id')
    .limit(exactCountLimit - found.count);
  const { rows } = await sql<{ ids: number[]; count: number }>`
    with found as materialized (${matching})
    select (select count(*) from found) as count,
      array(select id from found order by id desc limit ${wanted - found.ids.length}) as ids`.execute(tx);
  const [{ ids, count } = { ids: [], count: 0 }] = rows;
  return { ...found, from, ids: [...found.ids, ...ids], count: found.count + count };
}

/** The number of matches that are older than these; with these at most 10,000. */
export async function countOlderMatches(tx: Db, asked: IndexQuery, newest: NewestMatches): Promise<number> {
  let { count, from } = newest;
  while (from > 0 && count < exactCountLimit) {
    const start = chooseStart({ ...newest, count, from }, exactCountLimit);
    const older = selectBetween(tx, asked, { from: start, to: from })
      .select('p.id')
      .limit(exactCountLimit - count);
    const { rows } = await sql<{ count: number }>`select count(*) as count from (${older}) as found`.execute(
      tx,
    );
    count += rows[0]?.count ?? 0;
    from = start;
  }
  return count - newest.count;
}

/** The first block to search next for so many matches, from what the blocks from `from` on have. */
function chooseStart(found: NewestMatches, wanted: number): number {
  const { newestId, from } = found;
  const end = blockOf(newestId) + 1;
  if (from === end) return Math.max(0, end - firstBlocks);
  const density = matchesPerId(found);
  const start = Math.min(from - 1, blockOf(newestId - (wanted * reserve) / density));
  if (start <= 0) return 0;
  const inBlocks = (from - start) * matchesPerBlock + density * (firstIdOf(from) - firstIdOf(start));
  return inBlocks > density * firstIdOf(from) ? 0 : start;
}

/** The matching posts of the blocks from `from` to `to`. All of them are searched without the lexemes of the blocks. */
function selectBetween(db: Db, { query, filters }: IndexQuery, { from, to }: { from: number; to: number }) {
  const matching = selectIndexedPosts(db, filters)
    .where(sql<boolean>`p.analysis @@ ${query}::tsquery`)
    .where('p.id', '<', firstIdOf(to));
  if (from === 0) return matching;
  const blocks = Array.from({ length: to - from }, (_, index) => quoteLexeme(blockLexeme(from + index)));
  // A condition of its own: the index skips what other blocks have instead of comparing it with each lexeme.
  return matching.where(sql<boolean>`p.analysis @@ ${blocks.join(' | ')}::tsquery`);
}

export async function findNewestId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from post_search_index`.execute(db);
  return rows[0]?.id ?? 0;
}

export const allOf = (terms: Term[], query: Level | 'titles'): string =>
  terms.map((term) => term[query]).join(' & ');

/** The matching posts among these with what their rank depends on. */
export async function measureMatches(
  db: Db,
  terms: Term[],
  level: Level,
  ids: number[],
  now: Date,
): Promise<Array<Match & { id: number }>> {
  const shareOf = (kind: 'exact' | 'forms' | 'derived' | 'related', vector: string) =>
    sql<number>`(${sql.join(
      terms.map((term) => sql`(${sql.ref(vector)} @@ ${term[kind]}::tsquery)::int`),
      sql` + `,
    )})::float8 / ${terms.length}::int`;
  // Posts that were found by their forms have all of them.
  const shareOfFound = (kind: 'forms' | 'derived') =>
    level === 'forms' ? sql.lit(1) : shareOf(kind, 'vector');
  const { rows } = await sql<Match & { id: number }>`
    select id, extract(epoch from ${now}::timestamptz - created_at)::float8 / 86400 as "ageDays",
      ${shareOf('exact', 'titles')} as "titleExact", ${shareOf('forms', 'titles')} as "titleForms",
      ${shareOf('related', 'titles')} as "titleRelated", ${shareOf('forms', 'headings')} as "headingForms",
      ${shareOf('exact', 'vector')} as exact, ${shareOfFound('forms')} as forms, ${shareOfFound('derived')} as derived,
      ts_rank_cd(${rankWeights}, vector, ${allOf(terms, level)}::tsquery)::float8 as closeness
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
