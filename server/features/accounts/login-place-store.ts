import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { deleteInBatches } from '#server/platform/db/delete-in-batches.ts';

export async function isKnownPlace(db: Db, accountId: number, place: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('login_places')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('place', '=', place)
    .executeTakeFirst();
  return row !== undefined;
}

export async function rememberPlace(db: Db, accountId: number, place: Buffer, now: Date): Promise<void> {
  await db
    .insertInto('login_places')
    .values({ account_id: accountId, place, last_login_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'place']).doUpdateSet({ last_login_at: now }))
    .execute();
}

export const deletePlaces = (db: Db, lastLoginBefore: Date): Promise<void> =>
  deleteInBatches(db, 'login_places', sql`last_login_at < ${lastLoginBefore}`);
