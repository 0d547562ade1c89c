import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import type { Rendered } from '#server/platform/markdown/render.ts';

/** Content and its rendering. */
export type PostContent = {
  content: string;
  rendered: Rendered;
  rendererVersion: number;
  /** The uploaded images that the content references. */
  pictureIds: number[];
};
export type RenderedPost = { id: number; version: number; content: string };

export const contentColumns = ({ content, rendered, rendererVersion }: PostContent) => ({
  content,
  content_html: rendered.html,
  content_text: rendered.text,
  excerpt: rendered.excerpt,
  reading_time_minutes: rendered.readingTimeMinutes,
  renderer_version: rendererVersion,
});

/**
 * Records that a post references these images. References of revisions stay, since revisions can be restored. An image of
 * one of the `writers` (of any user if undefined) cannot be deleted while the post exists; other images are borrowed. Locks
 * the rows of the images against concurrent deletion.
 */
export async function linkPictures(
  tx: Db,
  postId: number,
  pictureIds: number[],
  writers?: number[],
): Promise<void> {
  if (pictureIds.length === 0) return;
  const { rows } = await sql<{ id: number; ownerId: number }>`
    select id, owner_id as "ownerId" from media
    where id = any(${pictureIds}::bigint[]) order by id for key share`.execute(tx);
  const isOwned = ({ ownerId }: { ownerId: number }) => writers === undefined || writers.includes(ownerId);
  const toValues = ({ id }: { id: number }) => ({ post_id: postId, media_id: id });
  const owned = rows.filter(isOwned).map(toValues);
  const borrowed = rows.filter((row) => !isOwned(row)).map(toValues);
  for (const [table, values] of [
    ['post_pictures', owned],
    ['post_borrowed_pictures', borrowed],
  ] as const)
    if (values.length > 0)
      await tx
        .insertInto(table)
        .values(values)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
}

/** Marks the posts that borrow an image as outdated, so that they are rendered again. False if there are none. */
export async function markBorrowersOutdated(tx: Db, mediaId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('posts')
    .set({ renderer_version: 0 })
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('post_borrowed_pictures as bp')
          .select('bp.media_id')
          .whereRef('bp.post_id', '=', 'posts.id')
          .where('bp.media_id', '=', mediaId),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The editor and the post that is to show an image; null for a post that does not exist yet. */
export type PictureUse = { editorId: number; postId: number | null };

/** The image with this path, if it may be the cover: it belongs to the editor or the author, or the post has used it. */
export const selectUsablePicture = (db: Db, path: string, { editorId, postId }: PictureUse) =>
  db
    .selectFrom('media')
    .select('id')
    .where('path', '=', path)
    .where(({ or, eb, selectFrom }) => {
      const post = selectFrom('posts').where('posts.id', '=', postId);
      return or([
        eb('owner_id', '=', editorId),
        eb('owner_id', '=', post.select('author_id')),
        eb('id', '=', post.select('image_id')),
        eb('id', 'in', selectFrom('post_pictures').select('media_id').where('post_id', '=', postId)),
      ]);
    });

export async function findUsablePicture(db: Db, path: string, use: PictureUse): Promise<number | undefined> {
  return (await selectUsablePicture(db, path, use).executeTakeFirst())?.id;
}

/** Filters the images that their owners use as cover or in the text of a post, a revision or a draft. */
export async function filterUsedPictures(db: Db, mediaIds: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('posts')
    .select('image_id as id')
    .where('image_id', 'in', mediaIds)
    .union(db.selectFrom('post_pictures').select('media_id as id').where('media_id', 'in', mediaIds))
    .union(db.selectFrom('post_drafts').select('image_id as id').where('image_id', 'in', mediaIds))
    .union(
      db
        .selectFrom('media')
        .innerJoin('post_drafts', 'post_drafts.account_id', 'media.owner_id')
        .select('media.id')
        .where('media.id', 'in', mediaIds)
        .where(sql<boolean>`strpos(post_drafts.content, media.path) > 0`),
    )
    .execute();
  return rows.flatMap(({ id }) => id ?? []);
}

const selectRendered = (db: Db) => db.selectFrom('posts as p').select(['p.id', 'p.version', 'p.content']);

export async function listOutdated(
  db: Db,
  rendererVersion: number,
  { after, limit }: { after: number; limit: number },
): Promise<RenderedPost[]> {
  return selectRendered(db)
    .where('p.renderer_version', '<', rendererVersion)
    .where('p.id', '>', after)
    .orderBy('p.id')
    .limit(limit)
    .execute();
}

export async function listPostsWithPicture(db: Db, mediaId: number): Promise<RenderedPost[]> {
  const referencing = (table: 'post_pictures' | 'post_borrowed_pictures') =>
    db.selectFrom(table).select('post_id').where('media_id', '=', mediaId);
  return selectRendered(db)
    .where('p.id', 'in', referencing('post_pictures').union(referencing('post_borrowed_pictures')))
    .orderBy('p.id')
    .execute();
}

export const findContentHtml = (db: Db, id: number): Promise<{ html: string; version: number } | undefined> =>
  db.selectFrom('posts').select(['content_html as html', 'version']).where('id', '=', id).executeTakeFirst();

/** Keeps the version, since the content is unchanged; does nothing if the post has changed in the meantime. */
export async function updateRendered(db: Db, post: RenderedPost, text: PostContent): Promise<void> {
  const row = await db
    .updateTable('posts')
    .set(contentColumns(text))
    .where('id', '=', post.id)
    .where('version', '=', post.version)
    .returning('author_id as authorId')
    .executeTakeFirst();
  if (row) await linkPictures(db, post.id, text.pictureIds, [row.authorId]);
}
