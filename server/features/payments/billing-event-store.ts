import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import type { BillingEvent } from './billing-event.ts';

/** Inserts an event; undefined if its key exists. */
export async function insertBillingEvent(
  db: Db,
  event: BillingEvent,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .insertInto('billing_events')
    .values({
      key: event.key,
      account_id: event.accountId,
      kind: event.kind,
      data: JSON.stringify(event.data),
      created_at: now,
    })
    .onConflict((conflict) => conflict.constraint('billing_events_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** An event whose e-mail has not been sent. */
export async function findUnmailed(db: Db, id: string): Promise<BillingEvent | undefined> {
  const row = await db
    .selectFrom('billing_events')
    .selectAll()
    .where('id', '=', id)
    .where('mailed_at', 'is', null)
    .executeTakeFirst();
  return row && ({ key: row.key, accountId: row.account_id, kind: row.kind, data: row.data } as BillingEvent);
}

export async function markMailed(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('billing_events')
    .set({ mailed_at: now })
    .where('id', '=', id)
    .where('mailed_at', 'is', null)
    .execute();
}

export type SentNotification = { kind: BillingEvent['kind']; createdAt: Date; mailedAt: Date | null };

/** The notifications of a reader about a payment, oldest first. */
export async function listSentNotifications(
  db: Db,
  { paymentId, accountId }: { paymentId: number; accountId: number },
): Promise<SentNotification[]> {
  const rows = await db
    .selectFrom('billing_events')
    .select(['kind', 'created_at', 'mailed_at'])
    .where('account_id', '=', accountId)
    .where(sql<string>`data ->> 'paymentId'`, '=', String(paymentId))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    kind: row.kind as BillingEvent['kind'],
    createdAt: row.created_at,
    mailedAt: row.mailed_at,
  }));
}
