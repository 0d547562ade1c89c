import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import type { Rendered } from '#server/platform/markdown/render.ts';

/** A text and what the renderer made of it. */
export type PostContent = {
  content: string;
  rendered: Rendered;
  rendererVersion: number;
  /** Of the pictures of ours that the text names. */
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
 * Notes that a post shows these pictures. Those of its former texts stay noted: the texts can be restored. A picture of one
 * of the `writers` (of anybody, where none are named) cannot be deleted as long as the post is there; the others are
 * borrowed. The rows of the pictures are locked, so that none goes in between.
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
  const isHeld = ({ ownerId }: { ownerId: number }) => writers === undefined || writers.includes(ownerId);
  const toValues = ({ id }: { id: number }) => ({ post_id: postId, media_id: id });
  const held = rows.filter(isHeld).map(toValues);
  const borrowed = rows.filter((row) => !isHeld(row)).map(toValues);
  for (const [table, values] of [
    ['post_pictures', held],
    ['post_borrowed_pictures', borrowed],
  ] as const)
    if (values.length > 0)
      await tx
        .insertInto(table)
        .values(values)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
}

/** Has the posts rendered again that borrow a picture: it is about to be deleted. False where there is none. */
export async function outdateBorrowers(tx: Db, mediaId: number): Promise<boolean> {
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

/** Whose change of which post is to show a picture; null for a post that does not exist yet. */
export type PictureUse = { editorId: number; postId: number | null };

/** The picture with this path, if it may be that post's cover: the editor's own, the author's, or one it has shown. */
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

/** Which of these pictures their owners show in a post, at its head or in a text, or show or name in a draft. */
export async function picturesAmong(db: Db, mediaIds: number[]): Promise<number[]> {
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

export async function listWithPicture(db: Db, mediaId: number): Promise<RenderedPost[]> {
  const showing = (table: 'post_pictures' | 'post_borrowed_pictures') =>
    db.selectFrom(table).select('post_id').where('media_id', '=', mediaId);
  return selectRendered(db)
    .where('p.id', 'in', showing('post_pictures').union(showing('post_borrowed_pictures')))
    .orderBy('p.id')
    .execute();
}

/** No change of the text, and so no new version of the post; nothing where somebody else has changed it meanwhile. */
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
