import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { isUniqueViolation } from '#server/platform/db/db-errors.ts';
import { deleteInBatches } from '#server/platform/db/delete-in-batches.ts';

export type Passkey = {
  id: number;
  accountId: number;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  isSynced: boolean;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
};
export type NewPasskey = Omit<Passkey, 'id' | 'lastUsedAt'>;

const selectPasskeys = (db: Db) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'account_id as accountId', 'credential_id as credentialId', 'public_key as publicKey'])
    .select(['counter', 'transports', 'is_synced as isSynced', 'name'])
    .select(['created_at as createdAt', 'last_used_at as lastUsedAt']);

export const listPasskeys = (db: Db, accountId: number): Promise<Passkey[]> =>
  selectPasskeys(db).where('account_id', '=', accountId).orderBy('id').execute();

export const findByCredentialId = (db: Db, credentialId: string): Promise<Passkey | undefined> =>
  selectPasskeys(db).where('credential_id', '=', credentialId).executeTakeFirst();

/** Undefined if the credential is registered already, for any account. */
export async function insertPasskey(db: Db, passkey: NewPasskey): Promise<number | undefined> {
  try {
    const { id } = await db
      .insertInto('passkeys')
      .values({
        account_id: passkey.accountId,
        credential_id: passkey.credentialId,
        public_key: passkey.publicKey,
        counter: passkey.counter,
        transports: passkey.transports,
        is_synced: passkey.isSynced,
        name: passkey.name,
        created_at: passkey.createdAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  } catch (error) {
    if (isUniqueViolation(error, 'passkeys_credential_id_key')) return undefined;
    throw error;
  }
}

/** Records the use of a passkey; false if it was removed, or another use has reported the same counter or a higher one. */
export async function recordUse(
  db: Db,
  { id, counter, now }: { id: number; counter: number; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('counter', '<', counter), eb('counter', '=', 0)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function renamePasskey(db: Db, accountId: number, id: number, name: string): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .execute();
}

export async function deletePasskey(db: Db, accountId: number, id: number): Promise<boolean> {
  const row = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deletePasskeys(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('passkeys').where('account_id', '=', accountId).execute();
}

/** Records the use of a challenge; false if it was used before. */
export async function consumeChallenge(db: Db, hash: Buffer, expiresAt: Date): Promise<boolean> {
  const row = await db
    .insertInto('used_challenges')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst();
  return row !== undefined;
}

export const deleteExpiredChallenges = (db: Db, before: Date): Promise<void> =>
  deleteInBatches(db, 'used_challenges', sql`expires_at < ${before}`);
