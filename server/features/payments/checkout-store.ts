import type { Selectable } from 'kysely';
import type { PaymentMethod } from '#contract/payment.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Checkouts } from '#server/platform/db/generated.ts';
import type { Checkout } from './payment.ts';

type Place = { paymentId: number; attempt: number };

export async function insertCheckout(
  db: Db,
  checkout: Omit<Checkout, 'providerId' | 'url' | 'expiresAt'>,
  now: Date,
): Promise<Checkout> {
  const row = await db
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
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toCheckout(row);
}

export async function findCheckout(db: Db, { paymentId, attempt }: Place): Promise<Checkout | undefined> {
  const row = await db
    .selectFrom('checkouts')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('attempt', '=', attempt)
    .executeTakeFirst();
  return row && toCheckout(row);
}

/** What the provider has answered; only the first answer counts, since all of them name the same session. */
export async function saveSession(
  db: Db,
  { paymentId, attempt }: Place,
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
  expiresAt: row.expires_at,
});
