import { type Selectable, sql } from 'kysely';
import type { PaymentMethod, ReceiptStatus } from '#contract/payment.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Checkouts } from '#server/platform/db/generated.ts';
import { isDue } from '#server/platform/db/is-due.ts';
import { type Checkout, maxCheckIntervalMs, nextCheckAt } from './payment.ts';

type CheckoutKey = { paymentId: number; attempt: number };

export async function insertCheckout(
  db: Db,
  checkout: Omit<
    Checkout,
    'providerId' | 'url' | 'createdAt' | 'expiresAt' | 'settledAt' | 'watchedUntil' | 'receipt'
  >,
  now: Date,
): Promise<void> {
  await db
    .insertInto('checkouts')
    .values({
      payment_id: checkout.paymentId,
      attempt: checkout.attempt,
      session_id: checkout.sessionId,
      idempotency_key: checkout.idempotencyKey,
      provider: checkout.provider,
      success_url: checkout.successUrl,
      cancel_url: checkout.cancelUrl,
      created_at: now,
      next_check_at: nextCheckAt({ createdAt: now }, now),
    })
    .execute();
}

export async function findCheckout(
  db: Db,
  { paymentId, attempt }: CheckoutKey,
): Promise<Checkout | undefined> {
  const row = await db
    .selectFrom('checkouts')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('attempt', '=', attempt)
    .executeTakeFirst();
  return row && toCheckout(row);
}

export async function listCheckouts(db: Db, paymentId: number): Promise<Checkout[]> {
  const rows = await db
    .selectFrom('checkouts')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('attempt')
    .execute();
  return rows.map(toCheckout);
}

/** Unsettled sessions of an account, except those of one payment. */
export async function listUnsettledOf(
  db: Db,
  { accountId, exceptPaymentId }: { accountId: number; exceptPaymentId: number },
): Promise<Checkout[]> {
  const rows = await db
    .selectFrom('checkouts')
    .innerJoin('payments', 'payments.id', 'checkouts.payment_id')
    .selectAll('checkouts')
    .where('account_id', '=', accountId)
    .where('payment_id', '<>', exceptPaymentId)
    .where('settled_at', 'is', null)
    .where('provider_id', 'is not', null)
    .execute();
  return rows.map(toCheckout);
}

/** Claims sessions that are due for a check; other processes skip them until `until`. */
export async function claimDueCheckouts(
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<Checkout[]> {
  const due = db
    .selectFrom('checkouts')
    .select(['payment_id', 'attempt'])
    .where((eb) => eb.or([eb('settled_at', 'is', null), eb('watched_until', 'is not', null)]))
    .where((eb) =>
      eb.or([
        isDue('next_check_at', now, maxCheckIntervalMs.settled),
        eb.and([eb('settled_at', 'is', null), isDue('next_check_at', now, maxCheckIntervalMs.open)]),
      ]),
    )
    .orderBy('next_check_at')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  const rows = await db
    .with('due', () => due)
    .updateTable('checkouts')
    .from('due')
    .set({ next_check_at: until })
    .whereRef('checkouts.payment_id', '=', 'due.payment_id')
    .whereRef('checkouts.attempt', '=', 'due.attempt')
    .returningAll('checkouts')
    .execute();
  return rows.map(toCheckout);
}

export async function scheduleCheck(db: Db, { paymentId, attempt }: CheckoutKey, at: Date): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ next_check_at: at })
    .where('payment_id', '=', paymentId)
    .where('attempt', '=', attempt)
    .execute();
}

/** Checks a paid session repeatedly until `until`, the first time after `from`. */
export async function startWatching(
  db: Db,
  { paymentId, attempt }: CheckoutKey,
  { from, until }: { from: Date; until: Date },
): Promise<void> {
  await db
    .updateTable('checkouts')
    .set((row) => ({
      next_check_at: from,
      watched_until: sql<Date>`greatest(${row.ref('watched_until')}, ${until}::timestamptz)`,
    }))
    .where('payment_id', '=', paymentId)
    .where('attempt', '=', attempt)
    .execute();
}

/** Stops the checks of a session that was paid long ago. */
export async function stopWatching(db: Db, { paymentId, attempt }: CheckoutKey): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ watched_until: null })
    .where('payment_id', '=', paymentId)
    .where('attempt', '=', attempt)
    .execute();
}

/** Marks a session as finally ended; false if it was marked before. */
export async function markSettled(db: Db, { paymentId, attempt }: CheckoutKey, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('checkouts')
    .set({ settled_at: now })
    .where('payment_id', '=', paymentId)
    .where('attempt', '=', attempt)
    .where('settled_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Stores the session of the provider; only the first call has an effect, since all of them name the same session. */
export async function saveSession(
  db: Db,
  { paymentId, attempt }: CheckoutKey,
  session: { providerId: string; url?: string; expiresAt?: Date | null },
): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ provider_id: session.providerId, checkout_url: session.url, expires_at: session.expiresAt })
    .where('payment_id', '=', paymentId)
    .where('attempt', '=', attempt)
    .where((eb) => eb.or([eb('provider_id', 'is', null), eb('checkout_url', 'is', null)]))
    .execute();
}

/** False if the status is unchanged. */
export async function saveReceipt(
  db: Db,
  { paymentId, attempt }: CheckoutKey,
  receipt: ReceiptStatus,
): Promise<boolean> {
  const result = await db
    .updateTable('checkouts')
    .set({ receipt })
    .where('payment_id', '=', paymentId)
    .where('attempt', '=', attempt)
    .where('receipt', 'is distinct from', receipt)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

const toCheckout = (row: Selectable<Checkouts>): Checkout => ({
  paymentId: row.payment_id,
  attempt: row.attempt,
  sessionId: row.session_id,
  idempotencyKey: row.idempotency_key,
  provider: row.provider as PaymentMethod,
  providerId: row.provider_id,
  url: row.checkout_url,
  successUrl: row.success_url,
  cancelUrl: row.cancel_url,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  settledAt: row.settled_at,
  watchedUntil: row.watched_until,
  receipt: row.receipt as ReceiptStatus | null,
});
