import { sql } from 'kysely';
import type { PostStatus } from '#contract/posts.ts';

import type { Db } from '#server/platform/db/database.ts';
import type { Ordering } from '#server/platform/db/paging.ts';
import { pictureColumn } from '#server/platform/picture.ts';
import type { Hiding, Post, PostState, PostSummary } from './post.ts';
import { matchingPosts, type PostFilters } from './post-filters.ts';

export type PostField = 'created_at' | 'updated_at' | 'views' | 'title';

/** Lists carry the beginning of a text only (contract 2); the rest stays in the database. */
const cutLength = 200;

const beginning = sql<string>`case when length(p.content) > ${sql.lit(cutLength)}
  then left(p.content, ${sql.lit(cutLength)}) || '...' else p.content end`;

function selectPosts(db: Db, now: Date) {
  return db
    .selectFrom('posts as p')
    .innerJoin('accounts as a', 'a.id', 'p.author_id')
    .leftJoin('media as avatar', 'avatar.id', 'a.avatar_id')
    .leftJoin('media as image', 'image.id', 'p.image_id')
    .leftJoin('categories as c', 'c.id', 'p.category_id')
    .leftJoin('post_stats as s', 's.post_id', 'p.id')
    .leftJoin('accounts as hider', 'hider.id', 'p.hidden_by')
    .leftJoin('pins', (join) =>
      join
        .onRef('pins.post_id', '=', 'p.id')
        .on('a.subscriber_until', '>', now)
        .on('p.status', '=', 'published'),
    )
    .select(['p.id', 'p.title', 'p.slug', 'p.excerpt', 'p.status', 'p.created_at', 'p.updated_at'])
    .select(['p.comments_count', 'p.reading_time_minutes', 'p.author_id', 'p.category_id', 'pins.pinned_at'])
    .select([
      'a.username',
      'a.first_name',
      'a.last_name',
      pictureColumn('avatar').as('avatar'),
      pictureColumn('image').as('image'),
    ])
    .select(['c.name as category_name', 'c.slug as category_slug', 's.views', 's.ranked_views'])
    .select(['p.hidden_status', 'p.hidden_at', 'p.hidden_reason', 'p.hidden_by'])
    .select(['hider.username as hider', 'hider.first_name as hider_first_name'])
    .select(['hider.last_name as hider_last_name']);
}

/** How many posts match; beyond `limit` nobody looks. */
export async function countPosts(db: Db, filters: PostFilters, limit: number): Promise<number> {
  const row = await db
    .selectFrom(matchingPosts(db, filters).select('p.id').limit(limit).as('found'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** How many posts are published and how many comments stand under them, from the counters that writes keep. */
export async function findTotals(db: Db): Promise<{ published: number; comments: number }> {
  return db
    .selectFrom('post_totals')
    .select(({ fn, cast }) => [
      cast<number>(fn.sum('published'), 'bigint').as('published'),
      cast<number>(fn.sum('comments'), 'bigint').as('comments'),
    ])
    .executeTakeFirstOrThrow();
}

/** Which of these posts match, in the same order. */
export async function matchingOf(db: Db, filters: PostFilters, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await matchingPosts(db, filters).select('p.id').where('p.id', 'in', ids).execute();
  const matching = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => matching.has(id));
}

export async function listPostIds(
  db: Db,
  filters: PostFilters,
  ordering: Ordering<PostField>,
  { offset, limit, except }: { offset: number; limit: number; except: number[] },
): Promise<number[]> {
  if (limit === 0) return [];
  let query = matchingPosts(db, filters).select('p.id');
  if (except.length > 0) query = query.where('p.id', 'not in', except);
  if (isByViews(ordering))
    query = query.innerJoin('post_stats as s', 's.post_id', 'p.id') as unknown as typeof query;
  for (const { field, isDescending } of ordering) {
    const column = sql.ref(field === 'views' ? 's.ranked_views' : `p.${field}`);
    query = query.orderBy(column, isDescending ? 'desc' : 'asc');
  }
  const lastDirection = ordering.at(-1)?.isDescending ? 'desc' : 'asc';
  const rows = await query.orderBy('p.id', lastDirection).offset(offset).limit(limit).execute();
  return rows.map(({ id }) => id);
}

export const isByViews = (ordering: Ordering<PostField>): boolean =>
  ordering.some(({ field }) => field === 'views');

/**
 * The posts of these ids, in this order. A list by views shows the figure it is sorted by, which is up to a minute old
 * (contract decision 23).
 */
export async function hydrateSummaries(
  db: Db,
  ids: number[],
  now: Date,
  { hasRankedViews }: { hasRankedViews: boolean },
): Promise<PostSummary[]> {
  if (ids.length === 0) return [];
  const rows = await selectPosts(db, now).select(beginning.as('content')).where('p.id', 'in', ids).execute();
  const byId = new Map(
    rows.map((row) => [row.id, toSummary(hasRankedViews ? { ...row, views: row.ranked_views } : row)]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

type Key = { slug: string } | { id: number };

export async function findPost(db: Db, key: Key, now: Date): Promise<Post | undefined> {
  const row = await selectPosts(db, now)
    .select(['p.content', 'p.content_html', 'p.version', 'p.comments_enabled'])
    .where((eb) => ('slug' in key ? eb('p.slug', '=', key.slug) : eb('p.id', '=', key.id)))
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    ...toSummary(row),
    contentHtml: row.content_html,
    version: row.version,
    commentsEnabled: row.comments_enabled,
  };
}

/** The post that had this slug before its title changed. */
export async function findIdByOldSlug(db: Db, slug: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('post_slug_history')
    .select('post_id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  return row?.post_id;
}

/** Locks a post until the transaction ends, so that changes of one post come one after the other. */
export async function lockPost(db: Db, id: number) {
  return db
    .selectFrom('posts')
    .select([
      'id',
      'author_id',
      'category_id',
      'title',
      'slug',
      'content',
      'status',
      'version',
      'comments_enabled',
      'comments_count',
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof selectPosts>['executeTakeFirstOrThrow']>> & {
  content: string;
};

function toSummary(row: SummaryRow): PostSummary {
  const { category_id: categoryId, category_name: name, category_slug: slug } = row;
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    content: row.content,
    excerpt: row.excerpt,
    image: row.image,
    category: categoryId !== null && name !== null && slug !== null ? { id: categoryId, name, slug } : null,
    author: {
      id: row.author_id,
      username: row.username,
      firstName: row.first_name,
      lastName: row.last_name,
      avatar: row.avatar,
    },
    status: row.status as PostState,
    hidden: toHiding(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    viewsCount: row.views ?? 0,
    commentsCount: row.comments_count,
    readingTimeMinutes: row.reading_time_minutes,
    pinnedAt: row.pinned_at,
  };
}

function toHiding(row: SummaryRow): Hiding | null {
  const { hidden_status: status, hidden_at: at, hidden_by: id, hider: username } = row;
  if (status === null || at === null) return null;
  const [firstName, lastName] = [row.hider_first_name ?? '', row.hider_last_name ?? ''];
  const by = id !== null && username !== null ? { id, username, firstName, lastName, avatar: null } : null;
  return { status: status as PostStatus, at, by, reason: row.hidden_reason };
}
