import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { deleteInBatches } from '#server/platform/db/delete-in-batches.ts';

export async function isKnownNetwork(db: Db, accountId: number, networkHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('known_networks')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('network_hash', '=', networkHash)
    .executeTakeFirst();
  return row !== undefined;
}

export async function upsertKnownNetwork(
  db: Db,
  accountId: number,
  networkHash: Buffer,
  now: Date,
): Promise<void> {
  await db
    .insertInto('known_networks')
    .values({ account_id: accountId, network_hash: networkHash, last_login_at: now })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'network_hash']).doUpdateSet({ last_login_at: now }),
    )
    .execute();
}

export const deleteKnownNetworks = (db: Db, lastLoginBefore: Date): Promise<void> =>
  deleteInBatches(db, 'known_networks', sql`last_login_at < ${lastLoginBefore}`);
