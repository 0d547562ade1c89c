import { type Selectable, sql } from 'kysely';
import {
  isSameRevision,
  type PostFields,
  pickPostFields,
  pickRevisedFields,
  type RevisedFields,
} from '#contract/post-fields.ts';
import type { PostStatus } from '#contract/posts.ts';
import type { WaitingRule } from '#contract/publication-rules.ts';
import { postSlugRules } from '#contract/slug.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isUniqueViolation } from '#server/platform/db/db-errors.ts';
import type { Posts as PostRow } from '#server/platform/db/generated.ts';
import { insertWithFreeSlug } from '#server/platform/slug.ts';
import { contentColumns, linkPictures, type PostContent } from './post-content-store.ts';
import { wasPublic } from './post-store.ts';

/** The number of rows of `post_totals`. */
const totalShards = 16;

export type NewPost = PostContent &
  PostFields & {
    authorId: number;
    categoryId: number | null;
    imageId: number | null;
    status: PostStatus;
    publishAt: Date | null;
    createdAt: Date;
    isImported: boolean;
    /** Why the post waits for a moderator instead of being published. */
    waitingRule?: WaitingRule | null;
  };
export type PostChanges = Partial<PostFields> & {
  /** The new content with its rendering. */
  text?: PostContent | undefined;
  categoryId?: number | null | undefined;
  imageId?: number | null | undefined;
  status?: PostStatus | undefined;
  /** For a hidden post: the status that its author chose. */
  hiddenStatus?: PostStatus | undefined;
  publishAt?: Date | null | undefined;
  slug?: string | undefined;
  /** Why a published post waits for a moderator from now on. */
  waitingRule?: WaitingRule | null;
};

/**
 * Inserts a post with its slug or the next free `slug-2`, `slug-3` …; returns its id. A slug that the author chose has no
 * variants: if it is taken, nothing is inserted, and the result is undefined. The authors of an import share its
 * images, so an imported post protects all of them from deletion.
 */
export async function insertPost(db: Db, post: NewPost, slug: string): Promise<number | undefined> {
  const id =
    post.custom_slug === null
      ? await insertWithFreeSlug(slug, {
          maxLength: postSlugRules.maxLength,
          findTaken: (slugs) => findTakenSlugs(db, slugs, { authorId: post.authorId }),
          insert: (free) => insertWithSlug(db, post, free),
        })
      : await insertWithSlug(db, post, slug);
  if (id === undefined) return undefined;
  await db.insertInto('post_stats').values({ post_id: id }).execute();
  await linkPictures(db, id, post.pictureIds, post.isImported ? undefined : [post.authorId]);
  return id;
}

async function insertWithSlug(db: Db, post: NewPost, slug: string): Promise<number | undefined> {
  if (!(await reserveSlug(db, slug, { authorId: post.authorId }))) return undefined;
  const row = await db
    .insertInto('posts')
    .values({
      author_id: post.authorId,
      category_id: post.categoryId,
      image_id: post.imageId,
      status: post.status,
      ...(post.waitingRule && waitingColumns(post.waitingRule, post.createdAt)),
      publish_at: post.publishAt,
      slug,
      ...pickPostFields(post),
      created_at: post.createdAt,
      updated_at: post.createdAt,
      ...contentColumns(post),
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** A published post that readers do not see yet. */
const waitingColumns = (rule: WaitingRule, at: Date) => ({
  status: 'hidden',
  hidden_status: 'published',
  hidden_at: at,
  waiting_rule: rule,
});

// Separates these advisory locks from others of the site.
const slugLockNamespace = 7_304_120;

/** The author of the post that takes a slug, and its id if it exists. */
type SlugOwner = { authorId: number; postId?: number };

/**
 * Returns false if the slug belongs to another post or another transaction is about to take it: trying the next number is
 * better than waiting. The lock lasts until the transaction ends. The second statement sees everything that was committed
 * before the lock was taken.
 */
export async function reserveSlug(tx: Db, slug: string, owner: SlugOwner): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(${slugLockNamespace}::int, hashtext(${slug})) as "isFree"`.execute(tx);
  if (rows[0]?.isFree !== true) return false;
  const taken = await selectTakenSlugs(tx, owner).where('slug', '=', slug).executeTakeFirst();
  return taken === undefined;
}

export async function findTakenSlugs(db: Db, slugs: string[], owner: SlugOwner): Promise<string[]> {
  const rows = await selectTakenSlugs(db, owner)
    .where('slug', '=', sql<string>`any(${slugs}::text[])`)
    .execute();
  return rows.map((row) => row.slug);
}

/** Slugs that other posts have or had; the author of a deleted post may reuse its slugs. */
const selectTakenSlugs = (db: Db, { authorId, postId }: SlugOwner) =>
  db
    .selectFrom('post_slugs')
    .select('slug')
    .where(({ and, eb, or }) =>
      or([
        eb('post_id', '!=', postId ?? 0),
        and([eb('post_id', 'is', null), eb('author_id', 'is distinct from', authorId)]),
      ]),
    );

/** Frees the slug of a deleted post for an import. */
export async function releaseSlug(tx: Db, slug: string): Promise<void> {
  await tx.deleteFrom('post_slugs').where('slug', '=', slug).where('post_id', 'is', null).execute();
}

/** Whether a write failed because another transaction took the slug. */
export const isSlugTaken = (error: unknown): boolean =>
  isUniqueViolation(error, 'posts_slug_key') || isUniqueViolation(error, 'post_slugs_pkey');

type BeforeUpdate = RevisedFields &
  Pick<Selectable<PostRow>, 'id' | 'author_id' | 'image_id' | 'status' | 'public_title' | 'version'>;

/** Writes changes and increments the version; stores the previous fields or cover as a revision. */
export async function updatePost(
  db: Db,
  before: BeforeUpdate,
  changes: PostChanges,
  { editorId, now }: { editorId: number; now: Date },
): Promise<void> {
  const { text } = changes;
  const isEdited = !isSameRevision(before, changes);
  const isLosingCover =
    before.image_id !== null && changes.imageId !== undefined && changes.imageId !== before.image_id;
  if (isEdited || isLosingCover) await insertRevision(db, before, editorId, now);
  await db
    .updateTable('posts')
    .set({
      ...pickPostFields(changes),
      ...(text && contentColumns(text)),
      category_id: changes.categoryId,
      image_id: changes.imageId,
      status: changes.status,
      hidden_status: changes.hiddenStatus,
      ...(changes.waitingRule && waitingColumns(changes.waitingRule, now)),
      publish_at: changes.publishAt,
      slug: changes.slug,
      version: before.version + 1,
      updated_at: now,
      ...(isEdited && before.status !== 'draft' && { edited_at: now }),
      // The first publication sets the date of a post.
      ...(changes.status === 'published' &&
        !wasPublic(before) && { created_at: now, draft_created_at: sql<Date>`created_at` }),
    })
    .where('id', '=', before.id)
    .execute();
  if (text) await linkPictures(db, before.id, text.pictureIds, [before.author_id, editorId]);
}

/**
 * Replaces the fields of a post by those of its source, without a revision: nobody has written here what is replaced. The author
 * and the slug stay.
 */
export async function replacePost(
  db: Db,
  before: { id: number; version: number },
  post: NewPost,
): Promise<number> {
  const version = before.version + 1;
  await db
    .updateTable('posts')
    .set({
      ...pickPostFields(post),
      ...contentColumns(post),
      category_id: post.categoryId,
      image_id: post.imageId,
      status: post.status,
      publish_at: post.publishAt,
      created_at: post.createdAt,
      version,
    })
    .where('id', '=', before.id)
    .execute();
  await linkPictures(db, before.id, post.pictureIds);
  return version;
}

async function insertRevision(
  db: Db,
  { id, author_id, version, image_id, ...fields }: BeforeUpdate,
  editorId: number,
  now: Date,
): Promise<void> {
  await db
    .insertInto('post_revisions')
    .values({
      post_id: id,
      account_id: author_id,
      version,
      ...pickRevisedFields(fields),
      image_id,
      editor_id: editorId,
      created_at: now,
    })
    .execute();
  if (image_id !== null) await linkPictures(db, id, [image_id]);
}

/** Hides a published post, or one that waits, that the caller has locked. */
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
      waiting_rule: null,
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Restores a hidden post that the caller has locked to the status that its author chose, and returns it. One that has waited
 * since it was written is published now.
 */
export async function restorePost(db: Db, id: number, now: Date): Promise<PostStatus> {
  const isFirstPublication = sql`(public_title is null and hidden_status = 'published')`;
  const { rows } = await sql<{ status: PostStatus }>`
    update posts
    set status = hidden_status, hidden_status = null, hidden_at = null, hidden_by = null, hidden_reason = '',
      waiting_rule = null,
      created_at = case when ${isFirstPublication} then ${now} else created_at end,
      draft_created_at = case when ${isFirstPublication} then coalesce(draft_created_at, created_at)
        else draft_created_at end,
      edited_at = case when ${isFirstPublication} then null else edited_at end
    where id = ${id} returning status`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`post ${id} was deleted although it was locked`);
  return row.status;
}

/** Does nothing if the post is off the front page already. */
export async function takeOffFrontPage(
  db: Db,
  id: number,
  { by, at }: { by: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('posts')
    .set({ off_front_page_at: at, off_front_page_by: by })
    .where('id', '=', id)
    .where('off_front_page_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function allowOnFrontPage(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('posts')
    .set({ off_front_page_at: null, off_front_page_by: null })
    .where('id', '=', id)
    .where('off_front_page_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Publishes a scheduled draft that the caller has locked. Its date is the scheduled time, even if the job runs late, unless
 * it was public before. A hidden post stays hidden.
 */
export async function publishScheduled(db: Db, id: number): Promise<void> {
  await sql`
    update posts
    set status = case when status = 'draft' then 'published' else status end,
      hidden_status = case when hidden_status = 'draft' then 'published' else hidden_status end,
      created_at = case when public_title is null then publish_at else created_at end,
      draft_created_at = case when public_title is null then created_at else draft_created_at end,
      updated_at = publish_at, publish_at = null, version = version + 1
    where id = ${id}`.execute(db);
}

/** Lets a post that the caller has locked wait for a moderator; one that waits already keeps its place. */
export async function holdPost(db: Db, id: number, rule: WaitingRule, at: Date): Promise<void> {
  await db
    .updateTable('posts')
    .set(({ fn, ref, val }) => ({
      ...waitingColumns(rule, at),
      hidden_at: fn.coalesce(ref('hidden_at'), val(at)),
      updated_at: at,
    }))
    .where('id', '=', id)
    .execute();
}

/** Lets a scheduled draft that the caller has locked wait for a moderator when it is due. */
export async function holdScheduled(db: Db, id: number, rule: WaitingRule): Promise<void> {
  const dueAt = sql<Date>`publish_at`;
  await db
    .updateTable('posts')
    .set(({ eb }) => ({
      status: 'hidden',
      hidden_status: 'published',
      hidden_at: dueAt,
      waiting_rule: rule,
      updated_at: dueAt,
      publish_at: null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

export async function deletePost(db: Db, id: number): Promise<void> {
  await db.deleteFrom('posts').where('id', '=', id).execute();
}

/** Adds to the totals of published posts and their comments, in the shard of this post. */
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
    .where('shard', '=', postId % totalShards)
    .execute();
}

/** Adds to the comment count of a post, and to the totals if the post is published. */
export async function addComments(db: Db, id: number, difference: number): Promise<void> {
  const post = await db
    .updateTable('posts')
    .set((row) => ({ comments_count: row('comments_count', '+', difference) }))
    .where('id', '=', id)
    .returning('status')
    .executeTakeFirst();
  if (post?.status === 'published') await addToTotals(db, id, { published: 0, comments: difference });
}

/** Removes at most `limit` posts from a category; returns how many, and how many of them are published. */
export async function removeFromCategory(
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

/** The posts of an author in the order of their ids. */
export async function listIdsOfAuthor(
  db: Db,
  authorId: number,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', authorId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
