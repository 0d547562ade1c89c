import { type Expression, type SqlBool, sql } from 'kysely';
import { pickPostFields, postFieldNames } from '#contract/post-fields.ts';
import type { PostStatus } from '#contract/posts.ts';
import { cachedQuery } from '#server/platform/db/compiled-query-cache.ts';
import type { Db } from '#server/platform/db/database.ts';
import { pictureSubquery } from '#server/platform/picture.ts';
import { postsInRotation, type Rotation, rotationAt } from './pin-store.ts';
import type {
  HiddenPostInfo,
  Post,
  PostCategory,
  PostNames,
  PostState,
  PostSummary,
  PublicationPlan,
} from './post.ts';
import { type SliceQuery, selectSlice } from './post-list-store.ts';

/** Lists contain only the first characters of the content. */
const maxListContentLength = 200;

const truncatedContent = sql<string>`case when length(p.content) > ${sql.lit(maxListContentLength)}
  then left(p.content, ${sql.lit(maxListContentLength)}) || '...' else p.content end`;

type Moderator = { id: number; username: string; firstName: string; lastName: string };

const moderator = (column: 'p.hidden_by' | 'p.off_front_page_by') => sql<Moderator | null>`(
  select json_build_object('id', id, 'username', username, 'firstName', first_name, 'lastName', last_name)
  from accounts where id = ${sql.ref(column)})`;

/**
 * Rare values and single-key lookups are subqueries instead of joins: with nine joined tables planning took longer than
 * execution.
 */
function selectPosts(db: Db, now: Date, isInRotation: Expression<SqlBool> = sql.lit(true)) {
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
        .on(isInRotation),
    )
    .select([
      'p.id',
      'p.title',
      'p.slug',
      'p.excerpt',
      'p.standfirst',
      'p.image_focus',
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
      pictureSubquery('a.avatar_id').as('avatar'),
      pictureSubquery('p.image_id').as('image'),
    ])
    .select([
      'c.name as category_name',
      'c.slug as category_slug',
      'c.color',
      'c.mark',
      's.views',
      's.ranked_views',
    ])
    .select([
      'p.hidden_status',
      'p.hidden_at',
      'p.hidden_reason',
      'p.waiting_rule',
      moderator('p.hidden_by').as('hider'),
    ])
    .select(['p.off_front_page_at', moderator('p.off_front_page_by').as('remover')])
    .select(['p.public_title', 'p.public_slug']);
}

/** The numbers of published posts and of active comments on them, from maintained counters. */
export async function findTotals(db: Db): Promise<{ published: number; comments: number }> {
  const [totals] = await selectTotals(db, {});
  return totals as { published: number; comments: number };
}

const selectTotals = cachedQuery((db) =>
  db
    .selectFrom('post_totals')
    .select(({ fn, cast }) => [
      cast<number>(fn.sum('published'), 'bigint').as('published'),
      cast<number>(fn.sum('comments'), 'bigint').as('comments'),
    ]),
);

/** The posts of a list, in order: those of `ids`, then a slice of the matching posts. */
export type ListSelection = {
  ids: number[];
  rest?: SliceQuery | undefined;
  /** Which posts are marked as pinned: these, those in the rotation, or by default all pinned posts. */
  pinned?: number[] | 'in rotation';
  /** Whether `rest` shows the ranked view count that it is ordered by, which is up to a minute old. */
  hasRankedViews?: boolean;
};

/** Keeps these posts from being deleted until the transaction ends. */
export async function lockPostsForReference(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .selectFrom('posts')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forKeyShare()
    .execute();
}

/** Loads the posts of a list in one statement. */
export async function listSummaries(db: Db, now: Date, selection: ListSelection): Promise<PostSummary[]> {
  const { ids, rest, pinned, hasRankedViews = false } = selection;
  if (ids.length === 0 && !rest) return [];
  const rows = await selectSummaries(db, { ids, rest, pinned, rotation: rotationAt(now) });
  const isRanked = (id: number) => hasRankedViews && !ids.includes(id);
  return rows.map((row) => toSummary(isRanked(row.id) ? { ...row, views: row.ranked_views } : row));
}

type Summaries = Pick<ListSelection, 'ids' | 'rest' | 'pinned'> & { rotation: Rotation };

const selectSummaries = cachedQuery((db, { ids, rest, pinned, rotation }: Summaries) => {
  const listedIds = sql`select id, position from unnest(${ids}::bigint[]) with ordinality as given (id, position)`;
  const listedCount = sql`cardinality(${ids}::bigint[])`;
  const selected = rest
    ? sql`(${listedIds} union all select id, ${listedCount} + row_number() over () from (${selectSlice(db, rest)}) as rest)`
    : sql`(${listedIds})`;
  return selectPosts(db, rotation.now, isPinShown(db, rotation, pinned))
    .innerJoin(selected.$castTo<{ id: number; position: number }>().as('chosen'), 'chosen.id', 'p.id')
    .select(truncatedContent.as('content'))
    .orderBy('chosen.position');
});

function isPinShown(
  db: Db,
  rotation: Rotation,
  pinned: ListSelection['pinned'],
): Expression<SqlBool> | undefined {
  if (pinned === 'in rotation')
    return sql`p.id in (${postsInRotation(db, rotation).clearSelect().select('id')})`;
  return pinned && sql`p.id = any(${pinned}::bigint[])`;
}

type Key = { slug: string } | { id: number };

export async function findPost(db: Db, key: Key, now: Date): Promise<Post | undefined> {
  const [row] = await selectPost(db, 'slug' in key ? { slugs: [key.slug], now } : { ids: [key.id], now });
  if (!row) return undefined;
  return {
    ...toSummary(row),
    ...pickPostFields(row),
    contentHtml: row.content_html,
    version: row.version,
    editedAt: row.edited_at,
    corrections: row.corrections.map(({ createdAt, ...rest }) => ({
      ...rest,
      createdAt: new Date(createdAt),
    })),
  };
}

const corrections = sql<Array<{ id: number; text: string; createdAt: string }>>`(
  select coalesce(json_agg(json_build_object('id', id, 'text', text, 'createdAt', created_at) order by id), '[]')
  from post_corrections where post_id = p.id)`;

const selectPost = cachedQuery((db, by: { ids?: number[]; slugs?: string[]; now: Date }) => {
  const isMatch = by.slugs
    ? sql<SqlBool>`p.slug = any(${by.slugs}::text[])`
    : sql<SqlBool>`p.id = any(${by.ids}::bigint[])`;
  return selectPosts(db, by.now)
    .select(postFieldNames.map((name) => `p.${name}` as const))
    .select(['p.content_html', 'p.version', 'p.edited_at', corrections.as('corrections')])
    .where(isMatch);
});

/** The post that has or had this slug. */
export async function findIdByOldSlug(db: Db, slug: string): Promise<number | undefined> {
  const row = await db.selectFrom('post_slugs').select('post_id').where('slug', '=', slug).executeTakeFirst();
  return row?.post_id ?? undefined;
}

/** Whether a deleted post that was public had this slug. */
export async function isSlugOfDeleted(db: Db, slug: string): Promise<boolean> {
  const row = await db
    .selectFrom('post_slugs')
    .select('slug')
    .where('slug', '=', slug)
    .where('post_id', 'is', null)
    .where('was_public', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

/** Due posts above an id; posts of disabled accounts wait until the account is enabled. */
export async function findDueIds(
  db: Db,
  { now, after, limit }: { now: Date; after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('posts')
    .innerJoin('accounts', 'accounts.id', 'posts.author_id')
    .select('posts.id')
    .where('publish_at', '<=', now)
    .where('posts.id', '>', after)
    .where('accounts.is_active', '=', true)
    // A post whose author may not publish waits until the sanction ends.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('account_restrictions as r')
            .select('r.kind')
            .whereRef('r.account_id', '=', 'accounts.id')
            .where('r.kind', 'in', ['publishing', 'read-only'])
            .where(({ or, eb }) => or([eb('r.until', 'is', null), eb('r.until', '>', now)])),
        ),
      ),
    )
    .orderBy('posts.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks a post until the transaction ends, so that its changes are serialised. */
export async function lockPost(db: Db, id: number) {
  return db
    .selectFrom('posts')
    .select(postFieldNames)
    .select(['id', 'author_id', 'category_id', 'image_id', 'slug', 'status', 'hidden_status', 'publish_at'])
    .select(['public_title', 'version', 'comments_count', 'waiting_rule', 'created_at', 'updated_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Whether a locked post has ever been public. */
export const wasPublic = (locked: { status: string; public_title: string | null }): boolean =>
  locked.status === 'published' || locked.public_title !== null;

/** The publication plan of a locked post. */
export const publicationPlanOf = (locked: {
  status: string;
  hidden_status: string | null;
  publish_at: Date | null;
}): PublicationPlan => ({
  status: (locked.hidden_status ?? locked.status) as PostStatus,
  publishAt: locked.publish_at,
});

type SummaryRow = Awaited<ReturnType<ReturnType<typeof selectPosts>['executeTakeFirstOrThrow']>> & {
  content: string;
};

function toSummary(row: SummaryRow): PostSummary {
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    content: row.content,
    excerpt: row.excerpt,
    standfirst: row.standfirst,
    image: row.image,
    imageFocus: row.image_focus,
    category: toCategory(row),
    author: {
      id: row.author_id,
      username: row.username,
      firstName: row.first_name,
      lastName: row.last_name,
      avatar: row.avatar,
    },
    status: row.status as PostState,
    hidden: toHiddenInfo(row),
    offFrontPage: row.off_front_page_at && {
      at: row.off_front_page_at,
      by: row.remover && { ...row.remover, avatar: null },
    },
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

function toCategory(row: SummaryRow): PostCategory | null {
  const { category_id: id, category_name: name, category_slug: slug, color, mark } = row;
  if (id === null || name === null || slug === null) return null;
  return { id, name, slug, color: color as PostCategory['color'], mark: mark as PostCategory['mark'] };
}

export const toNames = ({ public_title: title, public_slug: slug }: PublicNames): PostNames | null =>
  title === null || slug === null ? null : { title, slug };

type PublicNames = { public_title: string | null; public_slug: string | null };

function toHiddenInfo(row: SummaryRow): HiddenPostInfo | null {
  const { hidden_status: status, hidden_at: at, hider: by } = row;
  if (status === null || at === null) return null;
  return {
    status: status as PostStatus,
    at,
    by: by && { ...by, avatar: null },
    reason: row.hidden_reason,
    isWaiting: row.waiting_rule !== null,
  };
}

/** The newest published posts of an author. */
export async function listPublicIds(db: Db, authorId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', authorId)
    .where('status', '=', 'published')
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
