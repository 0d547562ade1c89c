import { type SelectQueryBuilder, sql } from 'kysely';
import { cachedQuery } from '#server/platform/db/compiled-query-cache.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { DB } from '#server/platform/db/generated.ts';
import {
  deepOffset,
  directionsOf,
  type Ordering,
  readWithReversePagination,
} from '#server/platform/db/paging.ts';
import { withPlannerSettings } from '#server/platform/db/planner-settings.ts';
import { countRows, sampledCountReaches } from '#server/platform/db/sampled-count.ts';
import { postsInRotation, type Rotation, rotationAt } from './pin-store.ts';
import {
  type FiltersWithoutSearch,
  hasFindFilters,
  haveWords,
  matchesAll,
  type PostFilters,
  selectFilteredPosts,
  selectMatchingPosts,
  selectSampledResults,
  selectSearchResults,
} from './post-filters.ts';

export type PostField = 'created_at' | 'updated_at' | 'views' | 'title';
/** `total` is the number of matching posts without the excepted ones, if a counter knows it. */
export type ListSlice = { offset: number; limit: number; except: number[]; total?: number | undefined };
type Posts<Row> = SelectQueryBuilder<DB & { p: DB['posts'] }, 'p', Row>;

/** Sampling rates (1 of n blocks of posts) that have partial indexes, the smallest sample first. */
const sampleDenominators = [16, 4];
/** How many rows a search scans along an order before it falls back to sorting all results. */
const maxRowsScanned = 30_000;

/** The number of matching posts, at most `limit`. */
export async function countPosts(db: Db, filters: PostFilters, limit: number): Promise<number> {
  if (filters.terms.length === 0)
    return countRows(db, selectMatchingPosts(db, filters).select('p.id'), limit);
  return withPlannerSettings(db, 'bitmapScan', async (tx) => {
    const denominators = haveWords(filters.terms) ? sampleDenominators : [];
    const hasEnoughMatches = await sampledCountReaches(denominators, limit, (denominator) =>
      countRows(tx, selectSampledResults(tx, filters, denominator).select('p.id'), limit),
    );
    return hasEnoughMatches
      ? limit
      : countRows(tx, selectSearchResults(tx, filters, limit).select('p.id'), limit);
  });
}

/** Filters these posts; keeps their order. */
export async function filterMatching(db: Db, filters: PostFilters, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await selectMatchingPosts(db, filters).select('p.id').where('p.id', 'in', ids).execute();
  const matching = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => matching.has(id));
}

export type ListHead = {
  /** The posts of the current rotation, in the order of pinning. */
  rotation: Array<{ id: number; categoryId: number | null; authorId: number }>;
  pinsInEffect: number;
  published: number;
};

/** The data that every list needs before its posts are selected. */
export async function findListHead(db: Db, now: Date): Promise<ListHead> {
  const [head] = await selectListHead(db, rotationAt(now));
  return head as ListHead;
}

const selectListHead = cachedQuery((db, at: Rotation) => {
  const rotation = sql<ListHead['rotation']>`coalesce(json_agg(json_build_object(
    'id', id, 'categoryId', category_id, 'authorId', author_id) order by place), '[]')`;
  return db
    .selectFrom(postsInRotation(db, at).as('rotation'))
    .select([rotation.as('rotation'), sql<number>`coalesce(max(total), 0)`.as('pinsInEffect')])
    .select(sql<number>`(select sum(published)::bigint from post_totals)`.as('published'));
});

/** An ordered slice of the matching posts that one query can select. */
export type SliceQuery = { filters: FiltersWithoutSearch; ordering: Ordering<PostField>; slice: ListSlice };

/** A slice to be selected in one statement with the post data; undefined if it needs `listPostIds`. */
export function toSliceQuery(
  { terms, ...filters }: PostFilters,
  ordering: Ordering<PostField>,
  slice: ListSlice,
): SliceQuery | undefined {
  if (terms.length > 0 || hasOwnDrafts(filters) || slice.offset >= deepOffset) return undefined;
  if (filters.excluded || filters.authorIds) return undefined;
  return { filters, ordering, slice };
}

export function selectSlice(db: Db, { filters, ordering, slice }: SliceQuery): Posts<{ id: number }> {
  const posts = selectFilteredPosts(db, filters);
  const isOfPeriod = isByViews(ordering) && filters.createdSince !== undefined;
  return applyOrdering(isOfPeriod ? filterBeforeOrdering(db, posts) : posts, ordering, slice).select('p.id');
}

/**
 * Makes the planner filter before it sorts (`offset 0` is an optimisation fence). The planner assumes that views are spread
 * evenly over time and scanned their order: at a million posts, past 12,000 older posts to find six of this week.
 */
const filterBeforeOrdering = (db: Db, posts: Posts<unknown>): Posts<unknown> =>
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
  slice: ListSlice,
  expectedMatches: 'few' | 'many' = 'few',
): Promise<number[]> {
  if (slice.limit === 0) return [];
  if (filters.terms.length === 0) return listWithoutSearch(db, filters, ordering, slice);
  const scanned = expectedMatches === 'many' ? await scanInOrder(db, filters, ordering, slice) : [];
  if (scanned.length === slice.limit) return scanned;
  return withPlannerSettings(db, 'bitmapScan', (tx) =>
    selectIds(selectSearchResults(tx, filters), ordering, slice),
  );
}

/** A page of search results found while scanning along the order; incomplete if the scan limit was reached. */
function scanInOrder(
  db: Db,
  { terms, ...filters }: PostFilters,
  ordering: Ordering<PostField>,
  slice: ListSlice,
): Promise<number[]> {
  return withPlannerSettings(db, 'orderedIndexScan', async (tx) => {
    const first = { ...slice, offset: 0, limit: maxRowsScanned };
    const candidates = applyOrdering(selectMatchingPosts(tx, { ...filters, terms: [] }), ordering, first);
    const { rows } = await sql<{ id: number }>`
      select id from (${candidates.select(['p.id', ...orderColumns(ordering)])}) as seen join post_search_index as w using (id)
      where ${matchesAll(terms, 'w')}
      order by ${orderByClause(ordering, 'seen')} offset ${slice.offset} limit ${slice.limit}`.execute(tx);
    return rows.map(({ id }) => id);
  });
}

async function listWithoutSearch(
  db: Db,
  filters: PostFilters,
  ordering: Ordering<PostField>,
  slice: ListSlice,
): Promise<number[]> {
  if (hasOwnDrafts(filters)) return listWithDrafts(db, filters, filters.draftsOf, ordering, slice);
  const month = await findStartingMonth(db, filters, ordering, slice);
  if (month)
    return selectIds(selectMatchingPosts(db, { ...filters, ...month.bounds }), ordering, {
      ...slice,
      ...month,
    });
  return readWithReversePagination({ ordering, ...slice }, ({ ordering: queryOrdering, ...range }) =>
    selectIds(selectMatchingPosts(db, filters), queryOrdering, { ...slice, ...range }),
  );
}

const hasOwnDrafts = <Filters extends FiltersWithoutSearch>(
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
  slice: ListSlice,
): Promise<number[]> {
  const published: PostFilters = { ...filters, draftsOf: 'nobody' };
  const drafts: PostFilters = { ...filters, draftsOf: ownerId, authorId: ownerId, status: 'draft' };
  const first = await selectMatchingPosts(db, drafts).select('p.id').limit(1).executeTakeFirst();
  if (!first) return listWithoutSearch(db, published, ordering, slice);
  const upToPage = { ...slice, offset: 0, limit: slice.offset + slice.limit };
  const branches = [published, drafts].map(
    (branchFilters) =>
      sql`(${applyOrdering(selectMatchingPosts(db, branchFilters), ordering, upToPage).select(['p.id', ...orderColumns(ordering)])})`,
  );
  const { rows } = await sql<{ id: number }>`
    select id from (${sql.join(branches, sql` union all `)}) as seen
    order by ${orderByClause(ordering, 'seen')} offset ${slice.offset} limit ${slice.limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Where a deep page begins: its month and the offset within that month, from the monthly counters. Excepted (pinned) posts
 * are not part of the list and are subtracted. Undefined if no counters exist for the filters.
 */
async function findStartingMonth(
  db: Db,
  filters: PostFilters,
  ordering: Ordering<PostField>,
  { offset, except }: ListSlice,
): Promise<{ bounds: Pick<PostFilters, 'createdSince' | 'createdBefore'>; offset: number } | undefined> {
  const { draftsOf, status, authorId, hidden, categoryId } = filters;
  const [first, ...others] = ordering;
  const isByDate = first?.field === 'created_at' && others.length === 0;
  const isPlain = draftsOf === 'nobody' && status !== 'draft' && !hidden && !hasFindFilters(filters);
  if (!isByDate || !isPlain || authorId !== undefined || offset < deepOffset) return undefined;
  const direction = first.isDescending ? sql`desc` : sql`asc`;
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
        sum(sum(published)) over (order by month ${direction}) as upto,
        sum(sum(published)) over (order by month ${direction}) - sum(published) as passed
      from monthly_post_counts where ${ofCategory} group by month
    ) as months
    where upto > ${offset} order by upto limit 1`.execute(db);
  const [month] = rows;
  if (!month) return undefined;
  const bounds = first.isDescending ? { createdBefore: month.ends } : { createdSince: month.starts };
  return { bounds, offset: offset - month.passed };
}

async function selectIds<Row>(
  query: Posts<Row>,
  ordering: Ordering<PostField>,
  slice: ListSlice,
): Promise<number[]> {
  const rows = await applyOrdering(query, ordering, slice).select('p.id').execute();
  return rows.map(({ id }) => id);
}

function applyOrdering<Row>(
  query: Posts<Row>,
  ordering: Ordering<PostField>,
  { offset, limit, except }: ListSlice,
): Posts<Row> {
  let all = query.where(sql<boolean>`p.id <> all(${except}::bigint[])`);
  if (isByViews(ordering))
    all = all.innerJoin('post_stats as s', 's.post_id', 'p.id') as unknown as typeof all;
  for (const [column, direction] of directions(ordering)) all = all.orderBy(column, direction);
  return all.offset(offset).limit(limit);
}

export const isByViews = (ordering: Ordering<PostField>): boolean =>
  ordering.some(({ field }) => field === 'views');

function directions(ordering: Ordering<PostField>) {
  const { fields, id } = directionsOf(ordering);
  return [
    ...fields.map(([field, direction]) => [toColumn(field), direction] as const),
    ['p.id' as const, id] as const,
  ];
}

/** These posts in an order. */
export async function orderPosts(db: Db, ids: number[], ordering: Ordering<PostField>): Promise<number[]> {
  const posts = db.selectFrom('posts as p').where(sql<boolean>`p.id = any(${ids}::bigint[])`);
  return selectIds(posts as unknown as Posts<unknown>, ordering, {
    offset: 0,
    limit: ids.length,
    except: [],
  });
}

/** The same order for the rows of a subquery. */
const orderByClause = (ordering: Ordering<PostField>, table: string) =>
  sql.join(
    directions(ordering).map(
      ([column, direction]) => sql`${sql.ref(table + column.slice(1))} ${sql.raw(direction)}`,
    ),
  );

const orderColumns = (ordering: Ordering<PostField>) => ordering.map(({ field }) => toColumn(field));

const toColumn = (field: PostField) =>
  (field === 'views' ? 's.ranked_views' : `p.${field}`) as 'p.created_at';
