import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import type { DB } from '#server/platform/db/generated.ts';
import { deepOffset, fromNearerEnd, type Ordering } from '#server/platform/db/paging.ts';
import { planned } from '#server/platform/db/planning.ts';
import { prepared } from '#server/platform/db/prepared.ts';
import { isProvenBySamples } from '#server/platform/db/sampling.ts';
import { postsInTurn, type Turn, turnAt } from './pin-store.ts';
import {
  areWords,
  foundPosts,
  matchesAll,
  matchingPosts,
  type PostFilters,
  sampledPosts,
  type Unsearched,
  unsearchedPosts,
} from './post-filters.ts';

export type PostField = 'created_at' | 'updated_at' | 'views' | 'title';
/** `total` is the number of matching posts without the excepted ones, if a counter knows it. */
export type Part = { offset: number; limit: number; except: number[]; total?: number | undefined };
type Posts<Row> = SelectQueryBuilder<DB & { p: DB['posts'] }, 'p', Row>;

/** Sampling rates (1 of n blocks of posts) that have partial indexes, the smallest sample first. */
const sampleParts = [16, 4];
/** How many rows a search scans along an order before it falls back to sorting all results. */
const mostLooks = 30_000;

/** The number of matching posts, at most `limit`. */
export async function countPosts(db: Db, filters: PostFilters, limit: number): Promise<number> {
  if (filters.terms.length === 0) return countRows(db, matchingPosts(db, filters).select('p.id'), limit);
  return planned(db, 'matchesFirst', async (tx) => {
    const parts = areWords(filters.terms) ? sampleParts : [];
    const isProven = await isProvenBySamples(parts, limit, (part) =>
      countRows(tx, sampledPosts(tx, filters, part).select('p.id'), limit),
    );
    return isProven ? limit : countRows(tx, foundPosts(tx, filters, limit).select('p.id'), limit);
  });
}

async function countRows(db: Db, query: Posts<{ id: number }>, limit: number): Promise<number> {
  const row = await db
    .selectFrom(query.limit(limit).as('found'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Filters these posts; keeps their order. */
export async function matchingOf(db: Db, filters: PostFilters, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await matchingPosts(db, filters).select('p.id').where('p.id', 'in', ids).execute();
  const matching = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => matching.has(id));
}

export type Head = {
  /** The posts of the current rotation, in the order of pinning. */
  turn: Array<{ id: number; categoryId: number | null; authorId: number }>;
  pinsInEffect: number;
  published: number;
};

/** The data that every list needs before its posts are selected. */
export async function findHead(db: Db, now: Date): Promise<Head> {
  const [head] = await selectHead(db, turnAt(now));
  return head as Head;
}

const selectHead = prepared((db, at: Turn) => {
  const turn = sql<Head['turn']>`coalesce(json_agg(json_build_object(
    'id', id, 'categoryId', category_id, 'authorId', author_id) order by place), '[]')`;
  return db
    .selectFrom(postsInTurn(db, at).as('turn'))
    .select([turn.as('turn'), sql<number>`coalesce(max(total), 0)`.as('pinsInEffect')])
    .select(sql<number>`(select sum(published)::bigint from post_totals)`.as('published'));
});

/** An ordered slice of the matching posts that one query can select. */
export type OneQuery = { filters: Unsearched; ordering: Ordering<PostField>; part: Part };

/** A slice to be selected in one statement with the post data; undefined if it needs `listPostIds`. */
export function asOneQuery(
  { terms, ...filters }: PostFilters,
  ordering: Ordering<PostField>,
  part: Part,
): OneQuery | undefined {
  if (terms.length > 0 || hasOwnDrafts(filters) || part.offset >= deepOffset) return undefined;
  return { filters, ordering, part };
}

export function selectPart(db: Db, { filters, ordering, part }: OneQuery): Posts<{ id: number }> {
  const posts = unsearchedPosts(db, filters);
  const isOfPeriod = isByViews(ordering) && filters.createdSince !== undefined;
  return ordered(isOfPeriod ? readFirst(db, posts) : posts, ordering, part).select('p.id');
}

/**
 * Makes the planner filter before it sorts (`offset 0` is an optimisation fence). The planner assumes that views are spread
 * evenly over time and scanned their order: at a million posts, past 12,000 older posts to find six of this week.
 */
const readFirst = (db: Db, posts: Posts<unknown>): Posts<unknown> =>
  db.selectFrom(
    posts.select(['p.id', 'p.created_at', 'p.updated_at', 'p.title']).offset(0).as('p'),
  ) as unknown as Posts<unknown>;

/**
 * Ids of a slice of the matching posts, in order. `expectedMatches` tells whether a search finds few posts or more than the
 * limit.
 */
export async function listPostIds(
  db: Db,
  filters: PostFilters,
  ordering: Ordering<PostField>,
  part: Part,
  finds: 'few' | 'many' = 'few',
): Promise<number[]> {
  if (part.limit === 0) return [];
  if (filters.terms.length === 0) return listUnsearched(db, filters, ordering, part);
  const followed = finds === 'many' ? await followOrder(db, filters, ordering, part) : [];
  if (followed.length === part.limit) return followed;
  return planned(db, 'matchesFirst', (tx) => idsOf(foundPosts(tx, filters), ordering, part));
}

/** A page of search results found while scanning along the order; incomplete if the scan limit was reached. */
function followOrder(
  db: Db,
  { terms, ...filters }: PostFilters,
  ordering: Ordering<PostField>,
  part: Part,
): Promise<number[]> {
  return planned(db, 'orderFirst', async (tx) => {
    const first = { ...part, offset: 0, limit: mostLooks };
    const along = ordered(matchingPosts(tx, { ...filters, terms: [] }), ordering, first);
    const { rows } = await sql<{ id: number }>`
      select id from (${along.select(['p.id', ...columns(ordering)])}) as seen join post_words as w using (id)
      where ${matchesAll(terms, 'w')}
      order by ${inDirections(ordering, 'seen')} offset ${part.offset} limit ${part.limit}`.execute(tx);
    return rows.map(({ id }) => id);
  });
}

async function listUnsearched(
  db: Db,
  filters: PostFilters,
  ordering: Ordering<PostField>,
  part: Part,
): Promise<number[]> {
  if (hasOwnDrafts(filters)) return listWithDrafts(db, filters, filters.draftsOf, ordering, part);
  const month = await startOf(db, filters, ordering, part);
  if (month)
    return idsOf(matchingPosts(db, { ...filters, ...month.bounds }), ordering, { ...part, ...month });
  return fromNearerEnd({ ordering, ...part }, ({ ordering: way, ...stretch }) =>
    idsOf(matchingPosts(db, filters), way, { ...part, ...stretch }),
  );
}

const hasOwnDrafts = <Filters extends Unsearched>(
  filters: Filters,
): filters is Filters & { draftsOf: number } =>
  typeof filters.draftsOf === 'number' &&
  !filters.status &&
  !filters.hidden &&
  filters.authorId === undefined;

/** Merges published posts and own drafts, each read along its own index: no index covers both. */
async function listWithDrafts(
  db: Db,
  filters: PostFilters,
  ownerId: number,
  ordering: Ordering<PostField>,
  part: Part,
): Promise<number[]> {
  const published: PostFilters = { ...filters, draftsOf: 'nobody' };
  const drafts: PostFilters = { ...filters, draftsOf: ownerId, authorId: ownerId, status: 'draft' };
  const first = await matchingPosts(db, drafts).select('p.id').limit(1).executeTakeFirst();
  if (!first) return listUnsearched(db, published, ordering, part);
  const upTo = { ...part, offset: 0, limit: part.offset + part.limit };
  const branches = [published, drafts].map(
    (seen) =>
      sql`(${ordered(matchingPosts(db, seen), ordering, upTo).select(['p.id', ...columns(ordering)])})`,
  );
  const { rows } = await sql<{ id: number }>`
    select id from (${sql.join(branches, sql` union all `)}) as seen
    order by ${inDirections(ordering, 'seen')} offset ${part.offset} limit ${part.limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Where a deep page begins: its month and the offset within that month, from the monthly counters. Excepted (pinned) posts
 * are not part of the list and are subtracted. Undefined if no counters exist for the filters.
 */
async function startOf(
  db: Db,
  { draftsOf, status, authorId, createdSince, hidden, categoryId }: PostFilters,
  ordering: Ordering<PostField>,
  { offset, except }: Part,
): Promise<{ bounds: Pick<PostFilters, 'createdSince' | 'createdBefore'>; offset: number } | undefined> {
  const [first, ...others] = ordering;
  const isByDate = first?.field === 'created_at' && others.length === 0;
  const isPlain = draftsOf === 'nobody' && status !== 'draft' && !hidden && !createdSince;
  if (!isByDate || !isPlain || authorId !== undefined || offset < deepOffset) return undefined;
  const way = first.isDescending ? sql`desc` : sql`asc`;
  const ofCategory = categoryId === undefined ? sql`true` : sql`category_id = ${categoryId}`;
  const { rows } = await sql<{ starts: Date; ends: Date; passed: number }>`
    select starts, ends, passed::int - (
      select count(*) from posts
      where id = any(${except}::bigint[]) and status = 'published' and ${ofCategory}
        and case when ${first.isDescending} then created_at >= ends else created_at < starts end
    )::int as passed
    from (
      select month::timestamp at time zone 'UTC' as starts,
        (month + interval '1 month') at time zone 'UTC' as ends,
        sum(sum(published)) over (order by month ${way}) as upto,
        sum(sum(published)) over (order by month ${way}) - sum(published) as passed
      from post_months where ${ofCategory} group by month
    ) as months
    where upto > ${offset} order by upto limit 1`.execute(db);
  const [month] = rows;
  if (!month) return undefined;
  const bounds = first.isDescending ? { createdBefore: month.ends } : { createdSince: month.starts };
  return { bounds, offset: offset - month.passed };
}

async function idsOf<Row>(query: Posts<Row>, ordering: Ordering<PostField>, part: Part): Promise<number[]> {
  const rows = await ordered(query, ordering, part).select('p.id').execute();
  return rows.map(({ id }) => id);
}

function ordered<Row>(
  query: Posts<Row>,
  ordering: Ordering<PostField>,
  { offset, limit, except }: Part,
): Posts<Row> {
  let all = query.where(sql<boolean>`p.id <> all(${except}::bigint[])`);
  if (isByViews(ordering))
    all = all.innerJoin('post_stats as s', 's.post_id', 'p.id') as unknown as typeof all;
  for (const [column, way] of directions(ordering)) all = all.orderBy(column, way);
  return all.offset(offset).limit(limit);
}

export const isByViews = (ordering: Ordering<PostField>): boolean =>
  ordering.some(({ field }) => field === 'views');

/** The id breaks ties, in the last direction. */
const directions = (ordering: Ordering<PostField>) =>
  [...columns(ordering), 'p.id' as const].map(
    (column, index) => [column, (ordering[index] ?? ordering.at(-1))?.isDescending ? 'desc' : 'asc'] as const,
  );

/** The same order for the rows of a subquery. */
const inDirections = (ordering: Ordering<PostField>, table: string) =>
  sql.join(
    directions(ordering).map(([column, way]) => sql`${sql.ref(table + column.slice(1))} ${sql.raw(way)}`),
  );

const columns = (ordering: Ordering<PostField>) =>
  ordering.map(({ field }) => (field === 'views' ? 's.ranked_views' : `p.${field}`) as 'p.created_at');
