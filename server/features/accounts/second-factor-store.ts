import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { deletePasskeys } from './passkey-store.ts';

export type TotpRow = { secret: Buffer; enabledAt: Date | null };

export async function findTotp(db: Db, accountId: number): Promise<TotpRow | undefined> {
  return db
    .selectFrom('totp_secrets')
    .select(['secret', 'enabled_at as enabledAt'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Stores a secret that is not enabled yet; false if the account has an enabled one. */
export async function upsertPendingTotp(
  db: Db,
  { accountId, secret, now }: { accountId: number; secret: Buffer; now: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('totp_secrets')
    .values({ account_id: accountId, secret, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ secret, created_at: now, last_step: 0 })
        .where('totp_secrets.enabled_at', 'is', null),
    )
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The secrets of all accounts, in the order of their ids. */
export const listTotpSecrets = (
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<{ accountId: number; secret: Buffer }[]> =>
  db
    .selectFrom('totp_secrets')
    .select(['account_id as accountId', 'secret'])
    .where('account_id', '>', after)
    .orderBy('account_id')
    .limit(limit)
    .execute();

/** Stores the same secret in another encryption, unless the owner has replaced it meanwhile. */
export async function replaceTotpSecret(
  db: Db,
  { accountId, secret, renewed }: { accountId: number; secret: Buffer; renewed: Buffer },
): Promise<void> {
  await db
    .updateTable('totp_secrets')
    .set({ secret: renewed })
    .where('account_id', '=', accountId)
    .where('secret', '=', secret)
    .execute();
}

/** Records the step of a valid code; false if this step or a later one was used before. */
export async function acceptTotpStep(db: Db, accountId: number, step: number): Promise<boolean> {
  const row = await db
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function markTotpEnabled(db: Db, accountId: number, now: Date): Promise<void> {
  await db
    .updateTable('totp_secrets')
    .set({ enabled_at: now })
    .where('account_id', '=', accountId)
    .where('enabled_at', 'is', null)
    .execute();
}

/** False if the account has no secret. */
export async function deleteTotp(db: Db, accountId: number): Promise<boolean> {
  const row = await db
    .deleteFrom('totp_secrets')
    .where('account_id', '=', accountId)
    .returning('enabled_at')
    .executeTakeFirst();
  return row !== undefined && row.enabled_at !== null;
}

export async function replaceRecoveryCodes(db: Db, accountId: number, hashes: Buffer[]): Promise<void> {
  await deleteRecoveryCodes(db, accountId);
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ account_id: accountId, hash })))
    .execute();
}

export async function deleteRecoveryCodes(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
}

/** Marks an unused code as used; of two concurrent calls only one succeeds. */
export async function consumeRecoveryCode(
  db: Db,
  accountId: number,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function countRecoveryCodes(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Stores whether the account has a second factor, and returns it. Call it after every change of one. */
export async function updateHasSecondFactor(db: Db, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    update accounts set has_second_factor =
      exists (select from totp_secrets where account_id = accounts.id and enabled_at is not null)
      or exists (select from passkeys where account_id = accounts.id)
    where id = ${accountId} returning has_second_factor as has`.execute(db);
  return rows[0]?.has ?? false;
}

/** Removes the app, the passkeys and the recovery codes of an account. True if it had a second factor. */
export async function deleteFactors(tx: Db, accountId: number): Promise<boolean> {
  await deleteTotp(tx, accountId);
  await deletePasskeys(tx, accountId);
  await deleteRecoveryCodes(tx, accountId);
  const row = await tx
    .updateTable('accounts')
    .set({ has_second_factor: false })
    .where('id', '=', accountId)
    .where('has_second_factor', '=', true)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
