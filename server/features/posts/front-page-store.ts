import { sql } from 'kysely';
import { cachedQuery } from '#server/platform/db/compiled-query-cache.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { BlockCandidate, FrontPageCandidate } from './front-page.ts';

/** How many of the newest posts the front page chooses from. */
const maxRecent = 240;
const maxCategories = 12;
const maxPostsOfCategory = 24;
/** Posts of a period are ordered by views among this many of the newest, so that the cost has a limit. */
const maxRanked = 1_000;
const maxPopularOfPeriod = 24;

const isShown = sql<boolean>`p.status = 'published' and p.off_front_page_at is null`;

/** The newest posts that the front page may show. `octet_length` reads the size of a text without reading the text. */
export async function listRecentCandidates(db: Db, minEarlierPosts: number): Promise<FrontPageCandidate[]> {
  return selectRecent(db, { minEarlierPosts });
}

const selectRecent = cachedQuery((db, { minEarlierPosts }: { minEarlierPosts: number }) => {
  const earlier = sql<number>`(
    select count(*)::int from (
      select 1 from posts as q where q.author_id = p.author_id and q.status = 'published'
        and (q.created_at, q.id) < (p.created_at, p.id)
      limit ${minEarlierPosts}
    ) as earlier)`;
  return db
    .selectFrom('posts as p')
    .innerJoin('accounts as a', 'a.id', 'p.author_id')
    .select(['p.id', 'p.category_id as categoryId', 'p.created_at as createdAt'])
    .select([
      sql<boolean>`p.image_id is not null`.as('hasPicture'),
      sql<number>`octet_length(p.content_text)`.as('textBytes'),
      'a.created_at as authorSince',
      earlier.as('earlierPosts'),
    ])
    .where(isShown)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(maxRecent);
});

/** The newest posts of the categories with the most posts. */
export async function listCategoryCandidates(
  db: Db,
): Promise<Array<{ id: number; posts: BlockCandidate[] }>> {
  const rows = await selectOfCategories(db, {});
  const found = new Map<number, BlockCandidate[]>();
  for (const { category, ...post } of rows) found.set(category, [...(found.get(category) ?? []), post]);
  return [...found].map(([id, posts]) => ({ id, posts }));
}

const selectOfCategories = cachedQuery((db) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('categories')
        .select(['id', 'posts_count'])
        .where('posts_count', '>', 1)
        .orderBy('posts_count', 'desc')
        .orderBy('id')
        .limit(maxCategories)
        .as('c'),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('posts as p')
          .select(['p.id', 'p.created_at', sql<boolean>`p.image_id is not null`.as('hasPicture')])
          .whereRef('p.category_id', '=', 'c.id')
          .where(isShown)
          .orderBy('p.created_at', 'desc')
          .orderBy('p.id', 'desc')
          .limit(maxPostsOfCategory)
          .as('p'),
      (join) => join.onTrue(),
    )
    .select(['c.id as category', 'p.id', 'p.created_at as createdAt', 'p.hasPicture'])
    .orderBy('c.posts_count', 'desc')
    .orderBy('c.id')
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc'),
);

/** The most viewed posts with views: of the newest ones with their dates, and of all time. */
export async function listPopularCandidates(
  db: Db,
  periods: readonly (number | null)[],
  now: Date,
): Promise<Array<{ days: number | null; ids: number[] }>> {
  const rows = await selectPopular(db, {});
  const dayMs = 24 * 3_600_000;
  return periods.map((days) => {
    const found =
      days === null
        ? rows.filter(({ ofAllTime }) => ofAllTime)
        : rows.filter(
            ({ ofAllTime, createdAt }) => !ofAllTime && now.getTime() - createdAt.getTime() < days * dayMs,
          );
    return { days, ids: found.slice(0, maxPopularOfPeriod).map(({ id }) => id) };
  });
}

const selectPopular = cachedQuery((db) => {
  const shown = db
    .selectFrom('posts as p')
    .select(['p.id', 'p.created_at'])
    .where(isShown)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(maxRanked);
  const recent = db
    .selectFrom(shown.as('p'))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('post_stats')
          .select('ranked_views')
          .whereRef('post_id', '=', 'p.id')
          .where('ranked_views', '>', 0)
          // Looks up each post, where a plain join may read the views of all posts.
          .limit(1)
          .as('s'),
      (join) => join.onTrue(),
    )
    .select([
      'p.id',
      'p.created_at as createdAt',
      's.ranked_views as views',
      sql<boolean>`false`.as('ofAllTime'),
    ]);
  const ofAllTime = db
    .selectFrom('post_stats as s')
    .innerJoin('posts as p', 'p.id', 's.post_id')
    .select([
      'p.id',
      'p.created_at as createdAt',
      's.ranked_views as views',
      sql<boolean>`true`.as('ofAllTime'),
    ])
    .where(isShown)
    .where('s.ranked_views', '>', 0)
    .orderBy('s.ranked_views', 'desc')
    .orderBy('s.post_id', 'desc')
    .limit(maxPopularOfPeriod);
  return db
    .selectFrom(recent.unionAll(sql`(${ofAllTime})` as never).as('popular'))
    .select(['id', 'createdAt', 'ofAllTime'])
    .orderBy('views', 'desc')
    .orderBy('id', 'desc');
});

/** Pinned posts that the front page does not show. */
export async function listPinsOffFrontPage(db: Db): Promise<number[]> {
  const rows = await selectPinsOff(db, {});
  return rows.map(({ id }) => id);
}

const selectPinsOff = cachedQuery((db) =>
  db
    .selectFrom('pins')
    .innerJoin('posts as p', 'p.id', 'pins.post_id')
    .select('p.id')
    .where('p.off_front_page_at', 'is not', null),
);
