import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { deleteInBatches } from '#server/platform/db/delete-in-batches.ts';
import type { DB } from '#server/platform/db/generated.ts';
import { referencesWith } from './account-data.ts';

/** Deletes the private rows of an account and detaches it from others. Throws if a row is locked; the job runs again. */
export async function deletePrivateRows(db: Db, accountId: number): Promise<void> {
  for (const { table, column } of referencesWith('delete')) {
    const isOwn = sql<boolean>`${sql.ref(column)} = ${accountId}`;
    await deleteInBatches(db, table as keyof DB, isOwn);
    const { rows } = await sql`select from ${sql.table(table)} where ${isOwn} limit 1`.execute(db);
    if (rows.length > 0) throw new Error(`rows of ${table} are locked`);
  }
  for (const { table, column } of referencesWith('detach'))
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = null where ${sql.ref(column)} = ${accountId}`.execute(
      db,
    );
}

/**
 * Deletes the accounting records of deleted accounts from before a time, at most `limit` payments. True if there may be
 * more.
 */
export async function deleteOldPayments(db: Db, before: Date, limit: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select p.id from accounts a join payments p on p.account_id = a.id
    where a.deleted_at is not null and greatest(p.created_at, p.updated_at) < ${before}
    order by p.id limit ${limit}`.execute(db);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return false;
  await db.deleteFrom('webhook_events').where('payment_id', 'in', ids).execute();
  await db.deleteFrom('entitlement_ledger').where('payment_id', 'in', ids).execute();
  await db.deleteFrom('refunds').where('payment_id', 'in', ids).execute();
  await db.deleteFrom('checkouts').where('payment_id', 'in', ids).execute();
  await db.deleteFrom('payments').where('id', 'in', ids).execute();
  return ids.length === limit;
}

/** Deletes the subscriptions and billing events of deleted accounts without payments. */
export async function deleteOldSubscriptions(db: Db, before: Date): Promise<void> {
  await sql`
    delete from billing_events e using accounts a
    where a.id = e.account_id and a.deleted_at < ${before}
      and not exists (select from payments p where p.account_id = a.id)`.execute(db);
  await sql`
    delete from subscriptions s using accounts a
    where a.id = s.account_id and a.deleted_at < ${before}
      and not exists (select from payments p where p.account_id = a.id)
      and not exists (select from entitlement_ledger l where l.subscription_id = s.id)`.execute(db);
}
