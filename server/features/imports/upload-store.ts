import type { Db } from '#server/platform/db/database.ts';

export type Upload = { id: string; name: string; bytes: number; received: number; usedAt: Date };

const selectUploads = (db: Db) =>
  db.selectFrom('import_uploads').select(['id', 'name', 'bytes', 'received', 'used_at as usedAt']);

export const findUpload = (db: Db, id: string): Promise<Upload | undefined> =>
  selectUploads(db).where('id', '=', id).executeTakeFirst();

/** Newest first; there are few. */
export const listUploads = (db: Db): Promise<Upload[]> =>
  selectUploads(db).orderBy('created_at', 'desc').orderBy('id').execute();

/** The unique index allows one unfinished upload. */
export async function insertUpload(
  db: Db,
  { id, name, bytes, now }: Pick<Upload, 'id' | 'name' | 'bytes'> & { now: Date },
): Promise<void> {
  await db.insertInto('import_uploads').values({ id, name, bytes, created_at: now, used_at: now }).execute();
}

/** False if another request has stored this part. */
export async function addReceived(
  db: Db,
  id: string,
  { from, to, now }: { from: number; to: number; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('import_uploads')
    .set({ received: to, used_at: now })
    .where('id', '=', id)
    .where('received', '=', from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function touchUpload(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('import_uploads').set({ used_at: now }).where('id', '=', id).execute();
}

export async function isUploadRead(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('import_tasks')
    .select('id')
    .where('upload_id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom('import_uploads').where('id', '=', id).execute();
}

/** Unfinished uploads that nobody continues. */
export async function deleteAbandonedUploads(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('import_uploads')
    .whereRef('received', '<', 'bytes')
    .where('used_at', '<', before)
    .execute();
}

export async function deleteUnusedUploads(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('import_uploads as u')
    .where('u.used_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('import_tasks as t')
            .select('t.id')
            .whereRef('t.upload_id', '=', 'u.id')
            .where('t.state', 'in', ['waiting', 'running']),
        ),
      ),
    )
    .execute();
}
