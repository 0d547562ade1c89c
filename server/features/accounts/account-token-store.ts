import type { Db } from '#server/platform/db/database.ts';
import type { TokenPurpose } from './account-token.ts';

export type NewAccountToken = {
  id: string;
  accountId: number;
  purpose: TokenPurpose;
  hash: Buffer;
  createdAt: Date;
  expiresAt: Date;
};

/** A mail that is sent once more because the first attempt failed carries the same token, alive for its full time. */
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

type Presented = { hash: Buffer; purpose: TokenPurpose; now: Date };

/** Whose token this is, if it can still be used. */
export async function findTokenOwner(db: Db, { hash, purpose, now }: Presented): Promise<number | undefined> {
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

/** Uses a token up, and with it the others of its kind. Of two that come at once one gets the account. */
export async function useToken(db: Db, { hash, purpose, now }: Presented): Promise<number | undefined> {
  const used = await db
    .updateTable('account_tokens')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('account_id')
    .executeTakeFirst();
  if (!used) return undefined;
  await db
    .updateTable('account_tokens')
    .set({ used_at: now })
    .where('account_id', '=', used.account_id)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
  return used.account_id;
}

export async function deleteExpiredTokens(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('account_tokens').where('expires_at', '<', before).execute();
}
