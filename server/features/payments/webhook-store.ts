import { sql } from 'kysely';
import type { PaymentMethod } from '#contract/payment.ts';
import type { Db } from '#server/platform/db/database.ts';
import { deleteInBatches } from '#server/platform/db/delete-in-batches.ts';
import { isDue } from '#server/platform/db/is-due.ts';
import type { WebhookEvent } from './provider.ts';
import { maxRetryIntervalMs } from './webhook.ts';

export type WebhookOutcome = 'applied' | 'unchanged' | 'ignored' | 'unknown' | 'mismatch';
type EventKey = { provider: PaymentMethod; key: string };

/** Inserts an event; false for a repeated one. */
export async function insertEvent(
  db: Db,
  provider: PaymentMethod,
  event: WebhookEvent & { payload: string },
  now: Date,
): Promise<boolean> {
  const result = await db
    .insertInto('webhook_events')
    .values({
      provider,
      event_key: event.key,
      type: event.type,
      object_id: event.objectId,
      payload: event.payload,
      received_at: now,
      next_try_at: now,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_key']).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** A claimed event: `attempt` identifies the lease. */
export type ClaimedEvent = { eventKey: EventKey; objectId: string | null; attempt: number };

/** Claims an unfinished event without a lease; undefined if there is nothing to do. */
export async function claimEvent(
  db: Db,
  eventKey: EventKey,
  now: Date,
  until: Date,
): Promise<ClaimedEvent | undefined> {
  const row = await db
    .updateTable('webhook_events')
    .set((event) => ({ attempts: event('attempts', '+', 1), locked_until: until }))
    .where('provider', '=', eventKey.provider)
    .where('event_key', '=', eventKey.key)
    .where('processed_at', 'is', null)
    .where('dead_at', 'is', null)
    .where((eb) => eb.or([eb('locked_until', 'is', null), isDue('locked_until', now, maxRetryIntervalMs)]))
    .returning(['object_id', 'attempts'])
    .executeTakeFirst();
  return row && { eventKey, objectId: row.object_id, attempt: row.attempts };
}

/** Due events without a lease. */
export async function listDueEvents(db: Db, now: Date, limit: number): Promise<EventKey[]> {
  const rows = await db
    .selectFrom('webhook_events')
    .select(['provider', 'event_key'])
    .where('processed_at', 'is', null)
    .where('dead_at', 'is', null)
    .where(isDue('next_try_at', now, maxRetryIntervalMs))
    .where((eb) => eb.or([eb('locked_until', 'is', null), isDue('locked_until', now, maxRetryIntervalMs)]))
    .orderBy('next_try_at')
    .limit(limit)
    .execute();
  return rows.map(({ provider, event_key }) => ({ provider: provider as PaymentMethod, key: event_key }));
}

/** Finishes an event in the transaction that applies it; false if another process has taken it over. */
export async function finishEvent(
  db: Db,
  { eventKey, attempt }: ClaimedEvent,
  { outcome, paymentId }: { outcome: WebhookOutcome; paymentId: number | null },
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('webhook_events')
    .set({ outcome, payment_id: paymentId, processed_at: now, locked_until: null, last_error: null })
    .where('provider', '=', eventKey.provider)
    .where('event_key', '=', eventKey.key)
    .where('attempts', '=', attempt)
    .where('processed_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Releases an event for a retry from `nextTryAt` on; without `nextTryAt` it is marked dead. */
export async function postponeEvent(
  db: Db,
  { eventKey, attempt }: ClaimedEvent,
  { error, nextTryAt, now }: { error: string; nextTryAt: Date | undefined; now: Date },
): Promise<void> {
  await db
    .updateTable('webhook_events')
    .set({
      locked_until: null,
      last_error: sql`left(${error}, 500)`,
      ...(nextTryAt ? { next_try_at: nextTryAt } : { dead_at: now }),
    })
    .where('provider', '=', eventKey.provider)
    .where('event_key', '=', eventKey.key)
    .where('attempts', '=', attempt)
    .where('processed_at', 'is', null)
    .execute();
}

/** Finished and dead events are kept for a while, to investigate payments. */
export async function deleteOldEvents(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'webhook_events', sql`processed_at < ${before}`);
  await deleteInBatches(db, 'webhook_events', sql`dead_at < ${before}`);
}

export type EventRecord = {
  type: string;
  receivedAt: Date;
  attempts: number;
  outcome: WebhookOutcome | null;
  processedAt: Date | null;
  deadAt: Date | null;
};

/** The provider events of a payment, oldest first. */
export async function listEventsOf(db: Db, paymentId: number): Promise<EventRecord[]> {
  const rows = await db
    .selectFrom('webhook_events')
    .select(['type', 'received_at', 'attempts', 'outcome', 'processed_at', 'dead_at'])
    .where('payment_id', '=', paymentId)
    .orderBy('received_at')
    .orderBy('event_key')
    .execute();
  return rows.map((row) => ({
    type: row.type,
    receivedAt: row.received_at,
    attempts: row.attempts,
    outcome: row.outcome as WebhookOutcome | null,
    processedAt: row.processed_at,
    deadAt: row.dead_at,
  }));
}
