import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { deleteInBatches } from '#server/platform/db/delete-in-batches.ts';
import type { TokenPurpose } from './account-token.ts';

export type NewAccountToken = {
  id: string;
  accountId: number;
  purpose: TokenPurpose;
  hash: Buffer;
  createdAt: Date;
  expiresAt: Date;
};

/** A retry of an email carries the same token, which is valid for its full lifetime again. */
export async function upsertToken(db: Db, token: NewAccountToken): Promise<void> {
  await db
    .insertInto('account_tokens')
    .values({
      id: token.id,
      account_id: token.accountId,
      purpose: token.purpose,
      hash: token.hash,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ expires_at: token.expiresAt }))
    .execute();
}

type PresentedToken = { hash: Buffer; purpose: TokenPurpose; now: Date };

/** The account of a token that is unused and has not expired. */
export async function findTokenOwner(
  db: Db,
  { hash, purpose, now }: PresentedToken,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('account_tokens as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .select('t.account_id')
    .where('t.hash', '=', hash)
    .where('t.purpose', '=', purpose)
    .where('t.used_at', 'is', null)
    .where('t.expires_at', '>', now)
    .where('a.is_active', '=', true)
    .executeTakeFirst();
  return row?.account_id;
}

/** Marks a token and the others of the same purpose as used. Of two concurrent calls only one gets the account. */
export async function consumeToken(
  db: Db,
  { hash, purpose, now }: PresentedToken,
): Promise<number | undefined> {
  const used = await db
    .updateTable('account_tokens')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('account_id')
    .executeTakeFirst();
  if (used) await revokeTokens(db, used.account_id, purpose, now);
  return used?.account_id;
}

/** Revokes every unused token of one purpose that was sent to an account. */
export async function revokeTokens(
  db: Db,
  accountId: number,
  purpose: TokenPurpose,
  now: Date,
): Promise<void> {
  await db
    .updateTable('account_tokens')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
}

export const deleteExpiredTokens = (db: Db, before: Date): Promise<void> =>
  deleteInBatches(db, 'account_tokens', sql`expires_at < ${before}`);
