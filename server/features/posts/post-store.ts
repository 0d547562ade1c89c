import { type Expression, type SqlBool, sql } from 'kysely';
import type { PostStatus } from '#contract/posts.ts';
import type { Db } from '#server/platform/db/database.ts';
import { prepared } from '#server/platform/db/prepared.ts';
import { pictureOf } from '#server/platform/picture.ts';
import { postsInTurn, type Turn, turnAt } from './pin-store.ts';
import type { Hiding, Names, Plan, Post, PostState, PostSummary } from './post.ts';
import { type OneQuery, selectPart } from './post-list-store.ts';

/** Lists contain only the first characters of the content. */
const cutLength = 200;

const beginning = sql<string>`case when length(p.content) > ${sql.lit(cutLength)}
  then left(p.content, ${sql.lit(cutLength)}) || '...' else p.content end`;

const hider = sql<{ id: number; username: string; firstName: string; lastName: string } | null>`(
  select json_build_object('id', id, 'username', username, 'firstName', first_name, 'lastName', last_name)
  from accounts where id = p.hidden_by)`;

/**
 * Rare values and single-key lookups are subqueries instead of joins: with nine joined tables planning took longer than
 * execution.
 */
function selectPosts(db: Db, now: Date, isInTurn: Expression<SqlBool> = sql.lit(true)) {
  return db
    .selectFrom('posts as p')
    .innerJoin('accounts as a', 'a.id', 'p.author_id')
    .leftJoin('categories as c', 'c.id', 'p.category_id')
    .leftJoin('post_stats as s', 's.post_id', 'p.id')
    .leftJoin('pins', (join) =>
      join
        .onRef('pins.post_id', '=', 'p.id')
        .on('a.subscriber_until', '>', now)
        .on('p.status', '=', 'published')
        .on(isInTurn),
    )
    .select([
      'p.id',
      'p.title',
      'p.slug',
      'p.excerpt',
      'p.status',
      'p.created_at',
      'p.updated_at',
      'p.publish_at',
    ])
    .select(['p.comments_count', 'p.reading_time_minutes', 'p.author_id', 'p.category_id', 'pins.pinned_at'])
    .select([
      'a.username',
      'a.first_name',
      'a.last_name',
      pictureOf('a.avatar_id').as('avatar'),
      pictureOf('p.image_id').as('image'),
    ])
    .select(['c.name as category_name', 'c.slug as category_slug', 's.views', 's.ranked_views'])
    .select(['p.hidden_status', 'p.hidden_at', 'p.hidden_reason', hider.as('hider')])
    .select(['p.public_title', 'p.public_slug']);
}

/** The numbers of published posts and of active comments on them, from maintained counters. */
export async function findTotals(db: Db): Promise<{ published: number; comments: number }> {
  const [totals] = await selectTotals(db, {});
  return totals as { published: number; comments: number };
}

const selectTotals = prepared((db) =>
  db
    .selectFrom('post_totals')
    .select(({ fn, cast }) => [
      cast<number>(fn.sum('published'), 'bigint').as('published'),
      cast<number>(fn.sum('comments'), 'bigint').as('comments'),
    ]),
);

/** The posts of a list, in order: those of `ids`, then a slice of the matching posts. */
export type Chosen = {
  ids: number[];
  rest?: OneQuery | undefined;
  /** Which posts are marked as pinned: these, those in the rotation, or by default all pinned posts. */
  pinned?: number[] | 'in turn';
  /** Whether `rest` shows the ranked view count that it is ordered by, which is up to a minute old. */
  hasRankedViews?: boolean;
};

/** Loads the posts of a list in one statement. */
export async function listSummaries(db: Db, now: Date, chosen: Chosen): Promise<PostSummary[]> {
  const { ids, rest, pinned, hasRankedViews = false } = chosen;
  if (ids.length === 0 && !rest) return [];
  const rows = await selectSummaries(db, { ids, rest, pinned, turn: turnAt(now) });
  const isRanked = (id: number) => hasRankedViews && !ids.includes(id);
  return rows.map((row) => toSummary(isRanked(row.id) ? { ...row, views: row.ranked_views } : row));
}

type Summaries = Pick<Chosen, 'ids' | 'rest' | 'pinned'> & { turn: Turn };

const selectSummaries = prepared((db, { ids, rest, pinned, turn }: Summaries) => {
  const given = sql`select id, place from unnest(${ids}::bigint[]) with ordinality as given (id, place)`;
  const passed = sql`cardinality(${ids}::bigint[])`;
  const all = rest
    ? sql`(${given} union all select id, ${passed} + row_number() over () from (${selectPart(db, rest)}) as rest)`
    : sql`(${given})`;
  return selectPosts(db, turn.now, isPinShown(db, turn, pinned))
    .innerJoin(all.$castTo<{ id: number; place: number }>().as('chosen'), 'chosen.id', 'p.id')
    .select(beginning.as('content'))
    .orderBy('chosen.place');
});

function isPinShown(db: Db, turn: Turn, pinned: Chosen['pinned']): Expression<SqlBool> | undefined {
  if (pinned === 'in turn') return sql`p.id in (${postsInTurn(db, turn).clearSelect().select('id')})`;
  return pinned && sql`p.id = any(${pinned}::bigint[])`;
}

type Key = { slug: string } | { id: number };

export async function findPost(db: Db, key: Key, now: Date): Promise<Post | undefined> {
  const [row] = await selectPost(db, 'slug' in key ? { slugs: [key.slug], now } : { ids: [key.id], now });
  if (!row) return undefined;
  return {
    ...toSummary(row),
    contentHtml: row.content_html,
    version: row.version,
    commentsEnabled: row.comments_enabled,
    editedAt: row.edited_at,
  };
}

const selectPost = prepared((db, by: { ids?: number[]; slugs?: string[]; now: Date }) => {
  const isIt = by.slugs
    ? sql<SqlBool>`p.slug = any(${by.slugs}::text[])`
    : sql<SqlBool>`p.id = any(${by.ids}::bigint[])`;
  return selectPosts(db, by.now)
    .select(['p.content', 'p.content_html', 'p.version', 'p.comments_enabled', 'p.edited_at'])
    .where(isIt);
});

/** The post that has or had this slug. */
export async function findIdByOldSlug(db: Db, slug: string): Promise<number | undefined> {
  const row = await db.selectFrom('post_slugs').select('post_id').where('slug', '=', slug).executeTakeFirst();
  return row?.post_id ?? undefined;
}

/** Due posts, oldest first; posts of disabled accounts wait until the account is enabled. */
export async function findDueIds(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('posts')
    .innerJoin('accounts', 'accounts.id', 'posts.author_id')
    .select('posts.id')
    .where('publish_at', '<=', now)
    .where('accounts.is_active', '=', true)
    .orderBy('publish_at')
    .orderBy('posts.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks a post until the transaction ends, so that its changes are serialised. */
export async function lockPost(db: Db, id: number) {
  return db
    .selectFrom('posts')
    .select([
      'id',
      'author_id',
      'category_id',
      'image_id',
      'title',
      'slug',
      'content',
      'status',
      'hidden_status',
      'publish_at',
      'public_title',
      'version',
      'comments_enabled',
      'comments_count',
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Whether a locked post has ever been public. */
export const wasPublic = (locked: { status: string; public_title: string | null }): boolean =>
  locked.status === 'published' || locked.public_title !== null;

/** The publication plan of a locked post. */
export const planOf = (locked: {
  status: string;
  hidden_status: string | null;
  publish_at: Date | null;
}): Plan => ({
  status: (locked.hidden_status ?? locked.status) as PostStatus,
  publishAt: locked.publish_at,
});

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
    publicNames: toNames(row),
    publishAt: row.publish_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    viewsCount: row.views ?? 0,
    commentsCount: row.comments_count,
    readingTimeMinutes: row.reading_time_minutes,
    pinnedAt: row.pinned_at,
  };
}

export const toNames = ({ public_title: title, public_slug: slug }: PublicNames): Names | null =>
  title === null || slug === null ? null : { title, slug };

type PublicNames = { public_title: string | null; public_slug: string | null };

function toHiding(row: SummaryRow): Hiding | null {
  const { hidden_status: status, hidden_at: at, hider: by } = row;
  if (status === null || at === null) return null;
  return { status: status as PostStatus, at, by: by && { ...by, avatar: null }, reason: row.hidden_reason };
}
