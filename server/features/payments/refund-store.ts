import { sql } from 'kysely';
import type { PaymentMethod, ReceiptStatus, RefundStatus } from '#contract/payment.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isDue } from '#server/platform/db/is-due.ts';
import type { PaymentState } from './payment.ts';
import { maxRefundRetryMs, type Refund } from './refund.ts';

const selectRefunds = (db: Db) =>
  db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .innerJoin('accounts as payer', 'payer.id', 'p.account_id')
    .leftJoin('accounts as staff', 'staff.id', 'r.created_by')
    .select(['r.id', 'r.payment_id', 'r.amount_kopecks', 'r.reason', 'r.status', 'r.idempotency_key'])
    .select(['r.provider_id', 'r.attempt', 'r.is_excess', 'r.tries', 'r.receipt'])
    .select([
      'r.provider',
      'r.created_by',
      'r.created_at',
      'r.processed_at',
      'staff.username as staff_username',
    ])
    .select([
      'p.amount_kopecks as payment_kopecks',
      'p.currency',
      'p.state',
      'payer.username as payer_username',
    ]);

export async function findRefund(db: Db, id: number): Promise<Refund | undefined> {
  const row = await selectRefunds(db).where('r.id', '=', id).executeTakeFirst();
  return row && toRefund(row);
}

export async function countRefunds(db: Db): Promise<number> {
  const row = await db
    .selectFrom('refunds')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function listRefunds(db: Db, page: { offset: number; size: number }): Promise<Refund[]> {
  const rows = await selectRefunds(db).orderBy('r.id', 'desc').offset(page.offset).limit(page.size).execute();
  return rows.map(toRefund);
}

export type NewRefund = {
  paymentId: number;
  amountKopecks: number;
  reason: string;
  idempotencyKey: string;
  provider: PaymentMethod;
  attempt: number;
  createdBy: number | null;
};

/**
 * Reserves an amount of a paid payment and inserts its refund in one statement, so that concurrent refunds cannot exceed
 * the payment. Undefined if the amount is not available.
 */
export async function reserveRefund(db: Db, refund: NewRefund, now: Date): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    with reserved as (
      update payments set reserved_kopecks = reserved_kopecks + ${refund.amountKopecks}::bigint, updated_at = ${now}
      where id = ${refund.paymentId} and state = 'paid'
        and reserved_kopecks + ${refund.amountKopecks}::bigint <= amount_kopecks
      returning id
    )
    insert into refunds (payment_id, amount_kopecks, reason, status, idempotency_key, provider, attempt, created_by,
      created_at, next_try_at)
    select id, ${refund.amountKopecks}::bigint, ${refund.reason}, 'pending', ${refund.idempotencyKey}::uuid,
      ${refund.provider}, ${refund.attempt}::integer, ${refund.createdBy}::bigint, ${now}::timestamptz,
      ${now}::timestamptz
    from reserved
    returning id`.execute(db);
  return rows[0]?.id;
}

/** Inserts a refund of a duplicate attempt; undefined if it exists. */
export async function insertExcessRefund(db: Db, refund: NewRefund, now: Date): Promise<number | undefined> {
  const row = await db
    .insertInto('refunds')
    .values({
      payment_id: refund.paymentId,
      amount_kopecks: refund.amountKopecks,
      reason: refund.reason,
      status: 'pending',
      idempotency_key: refund.idempotencyKey,
      provider: refund.provider,
      attempt: refund.attempt,
      is_excess: true,
      created_by: refund.createdBy,
      created_at: now,
      next_try_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['payment_id', 'attempt']).where('is_excess', '=', true).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Claims a due pending refund until `until`; false if there is nothing to do. */
export async function claimRefund(db: Db, id: number, now: Date, until: Date): Promise<boolean> {
  const result = await db
    .updateTable('refunds')
    .set((row) => ({ tries: row('tries', '+', 1), next_try_at: until }))
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where(isDue('next_try_at', now, maxRefundRetryMs))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function listDueRefunds(
  db: Db,
  { now, after, limit }: { now: Date; after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('id')
    .where('status', '=', 'pending')
    .where(isDue('next_try_at', now, maxRefundRetryMs))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The result is pending or unknown: the call is repeated from `nextTryAt` on. */
export async function postponeRefund(
  db: Db,
  id: number,
  { providerId, nextTryAt }: { providerId?: string; nextTryAt: Date },
): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ provider_id: providerId, next_try_at: nextTryAt })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}

/** The refunds of one payment, oldest first. */
export async function listRefundsOf(db: Db, paymentId: number): Promise<Refund[]> {
  const rows = await selectRefunds(db).where('r.payment_id', '=', paymentId).orderBy('r.id').execute();
  return rows.map(toRefund);
}

/** Ends a pending refund; false if it has ended before. */
export async function settleRefund(
  db: Db,
  id: number,
  { status, providerId }: { status: 'succeeded' | 'failed'; providerId: string | null },
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('refunds')
    .set({ status, processed_at: now, ...(providerId !== null && { provider_id: providerId }) })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** False if the status is unchanged. */
export async function saveRefundReceipt(db: Db, id: number, receipt: ReceiptStatus): Promise<boolean> {
  const result = await db
    .updateTable('refunds')
    .set({ receipt })
    .where('id', '=', id)
    .where('receipt', 'is distinct from', receipt)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Releases the reserved amount of a refused refund. */
export async function releaseReserve(db: Db, paymentId: number, kopecks: number, now: Date): Promise<void> {
  await db
    .updateTable('payments')
    .set((row) => ({
      reserved_kopecks: sql`greatest(refunded_kopecks, ${row('reserved_kopecks', '-', kopecks)})`,
      updated_at: now,
    }))
    .where('id', '=', paymentId)
    .execute();
}

/** The sum of the succeeded refunds of a payment. */
export async function sumRefunded(db: Db, paymentId: number): Promise<number> {
  const row = await db
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount_kopecks), 0)::bigint`.as('kopecks'))
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'succeeded')
    .where('is_excess', '=', false)
    .executeTakeFirstOrThrow();
  return row.kopecks;
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRefunds>['executeTakeFirstOrThrow']>>;

const toRefund = (row: Row): Refund => ({
  id: row.id,
  amountKopecks: row.amount_kopecks,
  reason: row.reason,
  status: row.status as RefundStatus,
  idempotencyKey: row.idempotency_key,
  provider: row.provider as PaymentMethod,
  providerId: row.provider_id,
  attempt: row.attempt,
  isExcess: row.is_excess,
  tries: row.tries,
  payment: {
    id: row.payment_id,
    amountKopecks: row.payment_kopecks,
    currency: row.currency,
    state: row.state as PaymentState,
    username: row.payer_username,
  },
  createdBy:
    row.created_by !== null && row.staff_username !== null
      ? { id: row.created_by, username: row.staff_username }
      : null,
  createdAt: row.created_at,
  processedAt: row.processed_at,
  receipt: row.receipt as ReceiptStatus | null,
});
