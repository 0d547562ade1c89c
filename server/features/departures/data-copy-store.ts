import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

export type DataCopy = {
  id: string;
  accountId: number;
  requestedAt: Date;
  /** Null while the job is working. */
  finishedAt: Date | null;
  expiresAt: Date | null;
  bytes: number | null;
};

const selectCopies = (db: Db) =>
  db
    .selectFrom('data_copies')
    .select(['id', 'account_id as accountId', 'requested_at as requestedAt'])
    .select(['finished_at as finishedAt', 'expires_at as expiresAt', 'bytes']);

export const findCopy = (db: Db, id: string): Promise<DataCopy | undefined> =>
  selectCopies(db).where('id', '=', id).executeTakeFirst();

export const findCopyOf = (db: Db, accountId: number): Promise<DataCopy | undefined> =>
  selectCopies(db).where('account_id', '=', accountId).executeTakeFirst();

/** A job that is making the copy finishes nothing then, and the sweep deletes the file. */
export async function deleteCopyOf(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('data_copies').where('account_id', '=', accountId).execute();
}

/** Replaces the former copy of the account. */
export async function replaceCopy(db: Db, copy: { id: string; accountId: number; now: Date }): Promise<void> {
  await deleteCopyOf(db, copy.accountId);
  await db
    .insertInto('data_copies')
    .values({ id: copy.id, account_id: copy.accountId, requested_at: copy.now })
    .execute();
}

/** False if the copy is not wanted any more. */
export async function finishCopy(
  db: Db,
  id: string,
  { now, expiresAt, bytes }: { now: Date; expiresAt: Date; bytes: number },
): Promise<boolean> {
  const row = await db
    .updateTable('data_copies')
    .set({ finished_at: now, expires_at: expiresAt, bytes })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Also those whose job has failed for good. */
export async function deleteExpiredCopies(db: Db, now: Date, abandonedBefore: Date): Promise<void> {
  await sql`
    delete from data_copies
    where expires_at < ${now} or (finished_at is null and requested_at < ${abandonedBefore})`.execute(db);
}

export const listCopies = (db: Db): Promise<DataCopy[]> => selectCopies(db).execute();

export async function deleteCopy(db: Db, id: string): Promise<void> {
  await db.deleteFrom('data_copies').where('id', '=', id).execute();
}
