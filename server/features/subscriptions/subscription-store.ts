import type { Selectable } from 'kysely';
import type { HistoryAction, SubscriptionStatus } from '#contract/subscribe.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Subscriptions } from '#server/platform/db/generated.ts';
import type { HistoryEntry } from './history.ts';
import type { Subscription, Term } from './subscription.ts';

export async function findSubscription(db: Db, accountId: number): Promise<Subscription | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row && toSubscription(row);
}

export type SubscriptionChange = Partial<Term> & { planId?: number; status: SubscriptionStatus };

/** Inserts the record of an account, which the caller has locked. */
export async function insertSubscription(
  db: Db,
  record: Term & { accountId: number; planId: number; status: SubscriptionStatus },
  now: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('subscriptions')
    .values({
      account_id: record.accountId,
      plan_id: record.planId,
      status: record.status,
      starts_at: record.startsAt,
      ends_at: record.endsAt,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateSubscription(
  db: Db,
  id: number,
  { planId, status, startsAt, endsAt }: SubscriptionChange,
  now: Date,
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ plan_id: planId, status, starts_at: startsAt, ends_at: endsAt, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Subscriptions with the names of their plans. */
export async function listWithPlanNames(
  db: Db,
  ids: number[],
): Promise<Array<Subscription & { planName: string }>> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('subscriptions as s')
    .innerJoin('plans', 'plans.id', 's.plan_id')
    .selectAll('s')
    .select('plans.name as plan_name')
    .where('s.id', 'in', ids)
    .execute();
  return rows.map((row) => ({ ...toSubscription(row), planName: row.plan_name }));
}

export async function countActive(db: Db, now: Date): Promise<number> {
  const row = await db
    .selectFrom('subscriptions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'active')
    .where('ends_at', '>', now)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Subscriptions that have ended but are still marked active. */
export async function listExpired(
  db: Db,
  { now, after, limit }: { now: Date; after: number; limit: number },
): Promise<Subscription[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('status', '=', 'active')
    .where('ends_at', '<=', now)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toSubscription);
}

/** Subscriptions that end between two times, ordered by id, after an id. */
export async function listEnding(
  db: Db,
  { from, until, after, limit }: { from: Date; until: Date; after: number; limit: number },
): Promise<Subscription[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('status', '=', 'active')
    .where('ends_at', '>', from)
    .where('ends_at', '<=', until)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toSubscription);
}

/** Records that a payment granted a term; false if it was recorded before. */
export async function insertGrant(
  db: Db,
  grant: Term & { paymentId: number; subscriptionId: number },
  now: Date,
): Promise<boolean> {
  return insertIntoLedger(db, { ...grant, kind: 'grant' }, now);
}

/** Records that a payment was revoked; false if it was recorded before. */
export async function insertRevocation(
  db: Db,
  revocation: { paymentId: number; subscriptionId: number },
  now: Date,
): Promise<boolean> {
  return insertIntoLedger(db, { ...revocation, kind: 'revoke' }, now);
}

type LedgerEntry = Partial<Term> & { paymentId: number; subscriptionId: number; kind: 'grant' | 'revoke' };

async function insertIntoLedger(db: Db, entry: LedgerEntry, now: Date): Promise<boolean> {
  const result = await db
    .insertInto('entitlement_ledger')
    .values({
      payment_id: entry.paymentId,
      subscription_id: entry.subscriptionId,
      kind: entry.kind,
      starts_at: entry.startsAt ?? null,
      ends_at: entry.endsAt ?? null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['payment_id', 'kind']).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The term that a payment granted. */
export async function findGrant(db: Db, paymentId: number): Promise<Term | undefined> {
  const row = await db
    .selectFrom('entitlement_ledger')
    .select(['starts_at', 'ends_at'])
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'grant')
    .executeTakeFirst();
  return row?.starts_at && row.ends_at ? { startsAt: row.starts_at, endsAt: row.ends_at } : undefined;
}

/** Whether any payment has granted a term of this subscription. */
export async function hasGrants(db: Db, subscriptionId: number): Promise<boolean> {
  const row = await db
    .selectFrom('entitlement_ledger')
    .select('payment_id')
    .where('subscription_id', '=', subscriptionId)
    .where('kind', '=', 'grant')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertHistory(
  db: Db,
  accountId: number,
  action: HistoryAction,
  metadata: Record<string, unknown>,
  now: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('subscription_history')
    .values({ account_id: accountId, action, metadata: JSON.stringify(metadata), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function countHistory(db: Db, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('subscription_history')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function listHistory(
  db: Db,
  accountId: number,
  { offset, size }: { offset: number; size: number },
): Promise<HistoryEntry[]> {
  const rows = await db
    .selectFrom('subscription_history')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(size)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    action: row.action as HistoryAction,
    metadata: row.metadata as Record<string, unknown>,
    createdAt: row.created_at,
  }));
}

const toSubscription = (row: Selectable<Subscriptions>): Subscription => ({
  id: row.id,
  accountId: row.account_id,
  planId: row.plan_id,
  status: row.status as SubscriptionStatus,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
