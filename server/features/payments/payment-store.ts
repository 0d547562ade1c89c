import { sql } from 'kysely';
import type { PaymentMethod } from '#contract/payment.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Payment, PaymentChange, PaymentState } from './payment.ts';

export const selectPayments = (db: Db) =>
  db
    .selectFrom('payments as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .select([
      'p.id',
      'p.account_id',
      'a.username',
      'a.email',
      'p.plan_id',
      'p.plan_name',
      'p.subscription_id',
    ])
    .select(['p.amount_kopecks', 'p.currency', 'p.duration_days', 'p.description', 'p.payment_method'])
    .select(['p.provider', 'p.state', 'p.attempt', 'p.refunded_kopecks', 'p.reserved_kopecks'])
    .select(['p.failure_reason', 'p.created_at', 'p.updated_at', 'p.processed_at', 'p.disputed_at']);

export async function findPayment(db: Db, id: number): Promise<Payment | undefined> {
  const row = await selectPayments(db).where('p.id', '=', id).executeTakeFirst();
  return row && toPayment(row);
}

/** Locks a payment until the transaction ends. Lock its account first, to avoid deadlocks. */
export async function lockPayment(db: Db, id: number): Promise<Payment | undefined> {
  const row = await selectPayments(db).where('p.id', '=', id).forUpdate('p').executeTakeFirst();
  return row && toPayment(row);
}

/** The one unfinished payment of an account. */
export async function findUnfinished(db: Db, accountId: number): Promise<Payment | undefined> {
  const row = await selectPayments(db)
    .where('p.account_id', '=', accountId)
    .where('p.state', 'in', ['created', 'open'])
    .executeTakeFirst();
  return row && toPayment(row);
}

export async function countPaymentsOf(db: Db, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** A page of the payments of an account, newest first. */
export async function listPaymentsOf(
  db: Db,
  accountId: number,
  page: { offset: number; size: number },
): Promise<Payment[]> {
  const rows = await selectPayments(db)
    .where('p.account_id', '=', accountId)
    .orderBy('p.id', 'desc')
    .offset(page.offset)
    .limit(page.size)
    .execute();
  return rows.map(toPayment);
}

export type NewPayment = Pick<
  Payment,
  | 'planId'
  | 'planName'
  | 'amountKopecks'
  | 'currency'
  | 'durationDays'
  | 'description'
  | 'method'
  | 'provider'
> & { accountId: number; subscriptionId: number };

export async function insertPayment(db: Db, payment: NewPayment, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('payments')
    .values({
      account_id: payment.accountId,
      plan_id: payment.planId,
      plan_name: payment.planName,
      subscription_id: payment.subscriptionId,
      amount_kopecks: payment.amountKopecks,
      currency: payment.currency,
      duration_days: payment.durationDays,
      description: payment.description,
      payment_method: payment.method,
      provider: payment.provider,
      state: 'created',
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Marks that the session exists and can be paid. False if the payment has changed meanwhile. */
export async function markOpen(db: Db, id: number, attempt: number, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('payments')
    .set({ state: 'open', updated_at: now })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'created')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Restarts a failed payment with the next attempt. */
export async function markRetried(
  db: Db,
  id: number,
  { attempt, subscriptionId }: { attempt: number; subscriptionId: number },
  now: Date,
): Promise<void> {
  await db
    .updateTable('payments')
    .set({
      state: 'created',
      attempt,
      subscription_id: subscriptionId,
      failure_reason: null,
      processed_at: null,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/** Writes a change from `decideChange` to a payment that the caller has locked. */
export async function updatePayment(
  db: Db,
  payment: Pick<Payment, 'id' | 'processedAt'>,
  change: PaymentChange & { failureReason?: string },
  now: Date,
): Promise<void> {
  const isPaid = change.state === 'paid' || change.state === 'refunded';
  await db
    .updateTable('payments')
    .set({
      state: change.state,
      attempt: change.attempt,
      refunded_kopecks: change.refundedKopecks,
      reserved_kopecks: sql`greatest(reserved_kopecks, ${change.refundedKopecks}::bigint)`,
      failure_reason: change.failureReason ?? null,
      processed_at: payment.processedAt ?? (isPaid ? now : null),
      updated_at: now,
    })
    .where('id', '=', payment.id)
    .execute();
}

/** Marks that the payer's bank has opened a dispute; false if it was marked before. */
export async function markDisputed(db: Db, id: number, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('payments')
    .set({ disputed_at: now, updated_at: now })
    .where('id', '=', id)
    .where('disputed_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export type PaymentTotals = {
  payments: number;
  successful: number;
  netKopecks: number;
  recentSuccessful: number;
  recentNetKopecks: number;
};

/** Totals of all payments, and of those paid since `since`. */
export async function sumPayments(db: Db, since: Date): Promise<PaymentTotals> {
  const { rows } = await sql<PaymentTotals>`
    select
      count(*) as "payments",
      count(*) filter (where state = 'paid') as "successful",
      coalesce(sum(amount_kopecks - refunded_kopecks) filter (where state = 'paid'), 0)::bigint as "netKopecks",
      count(*) filter (where state = 'paid' and processed_at >= ${since}) as "recentSuccessful",
      coalesce(sum(amount_kopecks - refunded_kopecks)
        filter (where state = 'paid' and processed_at >= ${since}), 0)::bigint as "recentNetKopecks"
    from payments`.execute(db);
  return rows[0] as PaymentTotals;
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPayments>['executeTakeFirstOrThrow']>>;

export const toPayment = (row: Row): Payment => ({
  id: row.id,
  account: { id: row.account_id, username: row.username, email: row.email },
  planId: row.plan_id,
  planName: row.plan_name,
  subscriptionId: row.subscription_id,
  amountKopecks: row.amount_kopecks,
  currency: row.currency,
  durationDays: row.duration_days,
  description: row.description,
  method: row.payment_method as PaymentMethod,
  provider: row.provider as PaymentMethod,
  state: row.state as PaymentState,
  attempt: row.attempt,
  refundedKopecks: row.refunded_kopecks,
  reservedKopecks: row.reserved_kopecks,
  failureReason: row.failure_reason,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  processedAt: row.processed_at,
  disputedAt: row.disputed_at,
});
