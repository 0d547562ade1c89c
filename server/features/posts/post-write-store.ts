import { sql } from 'kysely';
import type { PostStatus } from '#contract/posts.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isUniqueViolation } from '#server/platform/db/db-errors.ts';
import { beginningWith } from '#server/platform/db/search-terms.ts';
import { underFreeSlug } from '#server/platform/slug.ts';
import { postSlugRules } from './post.ts';
import { contentColumns, linkPictures, type PostContent } from './post-text-store.ts';

/** As many as the rows of post_totals. */
const totalParts = 16;

export type NewPost = PostContent & {
  title: string;
  authorId: number;
  categoryId: number | null;
  imageId: number | null;
  status: PostStatus;
  publishAt: Date | null;
  commentsEnabled: boolean;
  createdAt: Date;
};
export type PostChanges = {
  title?: string | undefined;
  text?: PostContent | undefined;
  categoryId?: number | null | undefined;
  imageId?: number | null | undefined;
  status?: PostStatus | undefined;
  /** Of a hidden post: what its author wants it to be. */
  hiddenStatus?: PostStatus | undefined;
  publishAt?: Date | null | undefined;
  commentsEnabled?: boolean | undefined;
  slug?: string | undefined;
};

/** Inserts a post under its slug, or under the next free `slug-2`, `slug-3` …; returns its id. */
export async function insertPost(db: Db, post: NewPost, slug: string): Promise<number> {
  const id = await underFreeSlug(slug, {
    maxLength: postSlugRules.maxLength,
    findTaken: (wanted) => findTakenSlugs(db, wanted),
    insert: (free) => insertUnder(db, post, free),
  });
  await db.insertInto('post_stats').values({ post_id: id }).execute();
  await linkPictures(db, id, post.pictureIds);
  return id;
}

async function insertUnder(db: Db, post: NewPost, slug: string): Promise<number | undefined> {
  if (!(await reserveSlug(db, slug))) return undefined;
  const row = await db
    .insertInto('posts')
    .values({
      author_id: post.authorId,
      category_id: post.categoryId,
      image_id: post.imageId,
      status: post.status,
      publish_at: post.publishAt,
      comments_enabled: post.commentsEnabled,
      slug,
      title: post.title,
      created_at: post.createdAt,
      updated_at: post.createdAt,
      ...contentColumns(post),
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

// Tells these advisory locks from those of other parts of the site.
const slugLockSpace = 7_304_120;

/**
 * False where another transaction is about to take this slug: it is better to go on to the next number than to wait
 * for it. The lock ends with the transaction.
 */
export async function reserveSlug(tx: Db, slug: string): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(${slugLockSpace}::int, hashtext(${slug})) as "isFree"`.execute(tx);
  return rows[0]?.isFree === true;
}

/** Slugs of other posts than `ownerId` that a new one could meet: itself and its numbered relatives. */
export async function findTakenSlugs(db: Db, slug: string, ownerId?: number): Promise<string[]> {
  let query = db
    .selectFrom('posts')
    .select('slug')
    .where((eb) => eb.or([eb('slug', '=', slug), eb('slug', 'like', beginningWith(`${slug}-`))]));
  if (ownerId !== undefined) query = query.where('id', '!=', ownerId);
  return (await query.execute()).map((row) => row.slug);
}

/** Whether a write failed because somebody else took the slug in the meantime. */
export const isSlugTaken = (error: unknown): boolean => isUniqueViolation(error, 'posts_slug_key');

/** Writes changes and the next version; the text before them goes to the revisions (trust 3.4). */
export async function updatePost(
  db: Db,
  before: { id: number; title: string; content: string; slug: string; status: string; version: number },
  changes: PostChanges,
  { editorId, now }: { editorId: number; now: Date },
): Promise<void> {
  const { title = before.title, text } = changes;
  if (changes.slug !== undefined) await rememberSlug(db, before.id, before.slug, changes.slug);
  const isEdited = title !== before.title || (text !== undefined && text.content !== before.content);
  if (isEdited) await insertRevision(db, before, editorId, now);
  await db
    .updateTable('posts')
    .set({
      ...(text && contentColumns(text)),
      title,
      category_id: changes.categoryId,
      image_id: changes.imageId,
      status: changes.status,
      hidden_status: changes.hiddenStatus,
      publish_at: changes.publishAt,
      comments_enabled: changes.commentsEnabled,
      slug: changes.slug,
      version: before.version + 1,
      updated_at: now,
      ...(isEdited && before.status !== 'draft' && { edited_at: now }),
    })
    .where('id', '=', before.id)
    .execute();
  if (text) await linkPictures(db, before.id, text.pictureIds);
}

async function insertRevision(
  db: Db,
  { id, version, title, content }: { id: number; version: number; title: string; content: string },
  editorId: number,
  now: Date,
): Promise<void> {
  await db
    .insertInto('post_revisions')
    .values({ post_id: id, version, title, content, editor_id: editorId, created_at: now })
    .execute();
}

/** The old address goes on to lead to the post; a slug in use again is no longer an old one. */
async function rememberSlug(db: Db, postId: number, oldSlug: string, newSlug: string): Promise<void> {
  await db
    .deleteFrom('post_slug_history')
    .where('slug', '=', newSlug)
    .where('post_id', '=', postId)
    .execute();
  await db
    .insertInto('post_slug_history')
    .values({ slug: oldSlug, post_id: postId })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ post_id: postId }))
    .execute();
}

/** Takes a published post, which the caller has locked, out of sight. */
export async function hidePost(
  db: Db,
  id: number,
  { by, at, reason }: { by: number; at: Date; reason: string },
): Promise<void> {
  await db
    .updateTable('posts')
    .set({
      status: 'hidden',
      hidden_status: 'published',
      hidden_at: at,
      hidden_by: by,
      hidden_reason: reason,
    })
    .where('id', '=', id)
    .execute();
}

/** Lets a hidden post, which the caller has locked, be what its author wants it to be; returns that. */
export async function restorePost(db: Db, id: number): Promise<PostStatus> {
  const { rows } = await sql<{ status: PostStatus }>`
    update posts
    set status = hidden_status, hidden_status = null, hidden_at = null, hidden_by = null, hidden_reason = ''
    where id = ${id} returning status`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`post ${id} went although it was locked`);
  return row.status;
}

/**
 * Publishes a draft, which the caller has locked, at the time it was planned for: that is its date, however late this
 * comes. A post that is hidden stays out of sight.
 */
export async function publishPlanned(db: Db, id: number): Promise<void> {
  await sql`
    update posts
    set status = case when status = 'draft' then 'published' else status end,
      hidden_status = case when hidden_status = 'draft' then 'published' else hidden_status end,
      created_at = publish_at, updated_at = publish_at, publish_at = null, version = version + 1
    where id = ${id}`.execute(db);
}

export async function deletePost(db: Db, id: number): Promise<void> {
  await db.deleteFrom('posts').where('id', '=', id).execute();
}

/** Adds to the totals of published posts and of comments under them, in the part that is this post's. */
export async function addToTotals(
  db: Db,
  postId: number,
  { published, comments }: { published: number; comments: number },
): Promise<void> {
  await db
    .updateTable('post_totals')
    .set((row) => ({
      published: row('published', '+', published),
      comments: row('comments', '+', comments),
    }))
    .where('part', '=', postId % totalParts)
    .execute();
}

/** Adds to the comments of a post; those of a draft are in no total. */
export async function addComments(db: Db, id: number, difference: number): Promise<void> {
  const post = await db
    .updateTable('posts')
    .set((row) => ({ comments_count: row('comments_count', '+', difference) }))
    .where('id', '=', id)
    .returning('status')
    .executeTakeFirst();
  if (post?.status === 'published') await addToTotals(db, id, { published: 0, comments: difference });
}

/** Takes at most `limit` posts out of a category; how many, and how many of them are published. */
export async function leaveCategory(
  db: Db,
  categoryId: number,
  limit: number,
): Promise<{ all: number; published: number }> {
  const { rows } = await sql<{ status: string }>`
    with leaving as (
      select id from posts where category_id = ${categoryId} order by id limit ${limit} for no key update
    )
    update posts set category_id = null from leaving where posts.id = leaving.id returning posts.status`.execute(
    db,
  );
  return { all: rows.length, published: rows.filter(({ status }) => status === 'published').length };
}

/**
 * Takes the views over into the column that lists order by. Only rows that differ are written, under locks in the
 * order in which views are added.
 */
export async function rankViews(db: Db): Promise<void> {
  await sql`
    with changed as (
      select post_id, views from post_stats where ranked_views <> views order by post_id for no key update
    )
    update post_stats set ranked_views = changed.views from changed where post_stats.post_id = changed.post_id`.execute(
    db,
  );
}

/** Adds views; those of posts that have gone meanwhile fall away. Ids ascend, lest two processes wait crosswise. */
export async function addViews(db: Db, views: Map<number, number>): Promise<void> {
  const ordered = [...views].sort(([left], [right]) => left - right);
  await sql`
    insert into post_stats (post_id, views)
    select posts.id, added.views
    from unnest(${ordered.map(([id]) => id)}::bigint[], ${ordered.map(([, count]) => count)}::int[]) as added (id, views)
    join posts using (id)
    order by posts.id
    on conflict (post_id) do update set views = post_stats.views + excluded.views`.execute(db);
}
