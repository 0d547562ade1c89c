import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { deleteInBatches } from '#server/platform/db/delete-in-batches.ts';

export type EmailChange = {
  id: string;
  accountId: number;
  oldEmail: string;
  newEmail: string;
  oldConfirmedAt: Date | null;
  newConfirmedAt: Date | null;
  appliedAt: Date | null;
  expiresAt: Date;
};
export type NewEmailChange = Omit<EmailChange, 'newConfirmedAt' | 'appliedAt'> & {
  oldHash: Buffer;
  newHash: Buffer;
  createdAt: Date;
};

const selectChanges = (db: Db) =>
  db
    .selectFrom('email_changes')
    .select(['id', 'account_id as accountId', 'old_email as oldEmail', 'new_email as newEmail'])
    .select(['old_confirmed_at as oldConfirmedAt', 'new_confirmed_at as newConfirmedAt'])
    .select(['applied_at as appliedAt', 'expires_at as expiresAt']);

/** Replaces the earlier change of the account, and with it its links. */
export async function replaceChange(db: Db, change: NewEmailChange): Promise<void> {
  await deleteChange(db, change.accountId);
  await db
    .insertInto('email_changes')
    .values({
      id: change.id,
      account_id: change.accountId,
      old_email: change.oldEmail,
      new_email: change.newEmail,
      old_hash: change.oldHash,
      new_hash: change.newHash,
      old_confirmed_at: change.oldConfirmedAt,
      created_at: change.createdAt,
      expires_at: change.expiresAt,
    })
    .execute();
}

/** The change of an account that waits for confirmations. */
export const findPendingChange = (db: Db, accountId: number, now: Date): Promise<EmailChange | undefined> =>
  selectChanges(db)
    .where('account_id', '=', accountId)
    .where('applied_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();

export const findChange = (db: Db, id: string): Promise<EmailChange | undefined> =>
  selectChanges(db).where('id', '=', id).executeTakeFirst();

export async function findOldEmail(db: Db, id: string): Promise<string | undefined> {
  return (await findChange(db, id))?.oldEmail;
}

/** The account of a change with an unused link, of the present or of the new address. */
export async function findChangeOwner(db: Db, hash: Buffer, now: Date): Promise<number | undefined> {
  const row = await selectChanges(db)
    .where('applied_at', 'is', null)
    .where('expires_at', '>', now)
    .where(({ or, and, eb }) =>
      or([
        and([eb('old_hash', '=', hash), eb('old_confirmed_at', 'is', null)]),
        and([eb('new_hash', '=', hash), eb('new_confirmed_at', 'is', null)]),
      ]),
    )
    .executeTakeFirst();
  return row?.accountId;
}

/** Records the confirmation of the address that the link was sent to; undefined for a used or expired link. */
export async function confirmAddress(
  db: Db,
  accountId: number,
  hash: Buffer,
  now: Date,
): Promise<EmailChange | undefined> {
  for (const side of ['old', 'new'] as const) {
    const row = await db
      .updateTable('email_changes')
      .set({ [`${side}_confirmed_at`]: now })
      .where('account_id', '=', accountId)
      .where(`${side}_hash`, '=', hash)
      .where(`${side}_confirmed_at`, 'is', null)
      .where('applied_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('id')
      .executeTakeFirst();
    if (row) return findChange(db, row.id);
  }
  return undefined;
}

export async function markApplied(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('email_changes').set({ applied_at: now }).where('id', '=', id).execute();
}

/** False if the account has no change. */
export async function deleteChange(db: Db, accountId: number): Promise<boolean> {
  const row = await db
    .deleteFrom('email_changes')
    .where('account_id', '=', accountId)
    .where('applied_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export const deleteExpiredChanges = (db: Db, before: Date): Promise<void> =>
  deleteInBatches(db, 'email_changes', sql`expires_at < ${before}`);
