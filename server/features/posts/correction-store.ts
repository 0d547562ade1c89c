import type { Db } from '#server/platform/db/database.ts';
import type { PostCorrection } from './post.ts';

export type NewCorrection = { postId: number; editorId: number; text: string; createdAt: Date };

export async function countCorrections(db: Db, postId: number): Promise<number> {
  const row = await db
    .selectFrom('post_corrections')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function insertCorrection(db: Db, correction: NewCorrection): Promise<PostCorrection> {
  const { postId, editorId, text, createdAt } = correction;
  const { id } = await db
    .insertInto('post_corrections')
    .values({ post_id: postId, editor_id: editorId, text, created_at: createdAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, text, createdAt };
}

export async function deleteCorrection(db: Db, postId: number, id: number): Promise<string | undefined> {
  const row = await db
    .deleteFrom('post_corrections')
    .where('post_id', '=', postId)
    .where('id', '=', id)
    .returning('text')
    .executeTakeFirst();
  return row?.text;
}
