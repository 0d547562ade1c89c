import { type Selectable, sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import type { SandboxSessions } from '#server/platform/db/generated.ts';
import type { ProviderRefundRequest, SessionRequest } from '../../provider.ts';

export type SandboxStatus = 'open' | 'paid' | 'declined' | 'cancelled';
export type SandboxSession = {
  id: string;
  paymentId: number;
  attempt: number;
  amountKopecks: number;
  currency: string;
  description: string;
  status: SandboxStatus;
  refundedKopecks: number;
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
};

/** Inserts a session, or finds the one created with the same key. */
export async function findOrInsertSession(
  db: Db,
  id: string,
  order: SessionRequest,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<SandboxSession> {
  await db
    .insertInto('sandbox_sessions')
    .values({
      id,
      idempotency_key: order.idempotencyKey,
      payment_id: order.paymentId,
      attempt: order.attempt,
      amount_kopecks: order.amountKopecks,
      currency: order.currency,
      description: order.description,
      success_url: order.successUrl,
      cancel_url: order.cancelUrl,
      created_at: now,
      expires_at: expiresAt,
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .execute();
  const row = await db
    .selectFrom('sandbox_sessions')
    .selectAll()
    .where('idempotency_key', '=', order.idempotencyKey)
    .executeTakeFirstOrThrow();
  return toSession(row);
}

export async function findSession(db: Db, id: string): Promise<SandboxSession | undefined> {
  const row = await db.selectFrom('sandbox_sessions').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toSession(row);
}

/** Ends an open session that has not expired; false for any other. */
export async function endSession(
  db: Db,
  id: string,
  status: Exclude<SandboxStatus, 'open'>,
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('sandbox_sessions')
    .set({ status })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Refunds an amount once for each key; false if the session has less left, or the key was used. */
export async function insertRefund(
  db: Db,
  id: string,
  order: ProviderRefundRequest,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with session as (
      select id from sandbox_sessions
      where id = ${order.providerId} and status = 'paid'
        and refunded_kopecks + ${order.amountKopecks}::bigint <= amount_kopecks
      for update
    ), refund as (
      insert into sandbox_refunds (id, session_id, idempotency_key, amount_kopecks, created_at)
      select ${id}, id, ${order.idempotencyKey}::uuid, ${order.amountKopecks}::bigint, ${now}::timestamptz from session
      on conflict (idempotency_key) do nothing
      returning id, session_id
    )
    update sandbox_sessions set refunded_kopecks = refunded_kopecks + ${order.amountKopecks}::bigint
    from refund where sandbox_sessions.id = refund.session_id
    returning refund.id`.execute(db);
  return rows.length > 0;
}

export async function findRefundId(db: Db, idempotencyKey: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sandbox_refunds')
    .select('id')
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
  return row?.id;
}

const toSession = (row: Selectable<SandboxSessions>): SandboxSession => ({
  id: row.id,
  paymentId: row.payment_id,
  attempt: row.attempt,
  amountKopecks: row.amount_kopecks,
  currency: row.currency,
  description: row.description,
  status: row.status as SandboxStatus,
  refundedKopecks: row.refunded_kopecks,
  successUrl: row.success_url,
  cancelUrl: row.cancel_url,
  expiresAt: row.expires_at,
});
