import type { Db } from '#server/platform/db/database.ts';
import type { StoredImage } from './image.ts';

/** Records a stored image; the same bytes are one row, whoever sends them again. Returns its id. */
export async function insertMedia(db: Db, ownerId: number, image: StoredImage): Promise<number> {
  const { id } = await db
    .insertInto('media')
    .values({
      owner_id: ownerId,
      path: image.path,
      content_type: image.contentType,
      bytes: image.bytes.length,
      width: image.width,
      height: image.height,
    })
    .onConflict((conflict) =>
      conflict.column('path').doUpdateSet((row) => ({ path: row.ref('excluded.path') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
