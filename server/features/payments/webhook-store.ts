import { sql } from 'kysely';
import type { PaymentMethod } from '#contract/payment.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { WebhookEvent } from './provider.ts';

export type WebhookOutcome = 'applied' | 'unchanged' | 'ignored' | 'unknown' | 'mismatch';
type EventKey = { provider: PaymentMethod; key: string };

/** Writes an event down; a repetition changes nothing. */
export async function insertEvent(
  db: Db,
  provider: PaymentMethod,
  event: WebhookEvent & { payload: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto('webhook_events')
    .values({
      provider,
      event_key: event.key,
      type: event.type,
      object_id: event.sessionId,
      payload: event.payload,
      received_at: now,
      next_try_at: now,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_key']).doNothing())
    .execute();
}

/** Takes an event in hand that nobody works on and that is not done; false where there is nothing to do. */
export async function claimEvent(
  db: Db,
  { provider, key }: EventKey,
  now: Date,
  until: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('webhook_events')
    .set((row) => ({ attempts: row('attempts', '+', 1), locked_until: until }))
    .where('provider', '=', provider)
    .where('event_key', '=', key)
    .where('processed_at', 'is', null)
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<=', now)]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function finishEvent(
  db: Db,
  { provider, key }: EventKey,
  outcome: WebhookOutcome,
  now: Date,
): Promise<void> {
  await db
    .updateTable('webhook_events')
    .set({ outcome, processed_at: now, locked_until: null, last_error: null })
    .where('provider', '=', provider)
    .where('event_key', '=', key)
    .execute();
}

/** The event stays in the inbox, to be tried again from `nextTryAt` on. */
export async function postponeEvent(
  db: Db,
  { provider, key }: EventKey,
  { error, nextTryAt }: { error: string; nextTryAt: Date },
): Promise<void> {
  await db
    .updateTable('webhook_events')
    .set({ locked_until: null, last_error: sql`left(${error}, 500)`, next_try_at: nextTryAt })
    .where('provider', '=', provider)
    .where('event_key', '=', key)
    .where('processed_at', 'is', null)
    .execute();
}
