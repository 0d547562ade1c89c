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
 * Notes that a post shows these pictures. Those of its former texts stay noted: the texts can be restored. The rows of
 * the pictures are held, so that none goes in between.
 */
export async function linkPictures(tx: Db, postId: number, pictureIds: number[]): Promise<void> {
  if (pictureIds.length === 0) return;
  await sql`
    insert into post_pictures (post_id, media_id)
    select ${postId}, id from media where id = any(${pictureIds}::bigint[]) order by id for key share
    on conflict do nothing`.execute(tx);
}

/** Which of these pictures a post shows, at its head or in a text, or its author's draft names. */
export async function picturesAmong(db: Db, mediaIds: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('posts')
    .select('image_id as id')
    .where('image_id', 'in', mediaIds)
    .union(db.selectFrom('post_pictures').select('media_id as id').where('media_id', 'in', mediaIds))
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
  return selectRendered(db)
    .innerJoin('post_pictures as pp', 'pp.post_id', 'p.id')
    .where('pp.media_id', '=', mediaId)
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
    .returning('id')
    .executeTakeFirst();
  if (row) await linkPictures(db, post.id, text.pictureIds);
}
