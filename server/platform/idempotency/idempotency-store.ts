import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import { deadlines } from '../deadlines.ts';

export type Lease = { ownerId: number; key: string; id: string };
/** `status` is null while the first request runs, `body` also after the object that it created has been deleted. */
export type KnownKey = { fingerprint: Buffer; status: number | null; body: string | null };
/** What a request has created: its response counts and goes with it (migration 0292). */
export type CreatedObject = { kind: 'post' | 'comment' | 'correction' | 'picture'; id: number };

/** So long a lease outlives its request. */
const leaseReserveMs = 2_000;
// The clock of the database, because processes compare leases.
const expiryOfLease = () =>
  sql<Date>`now() + make_interval(secs => ${(deadlines.request + leaseReserveMs) / 1_000})`;
const keyExpiry = sql<Date>`now() + interval '24 hours'`;

/**
 * Acquires a key for the first request; the primary key decides. An expired key is free, and so is one whose lease ran
 * out without a response, for the same request.
 */
export async function acquireKey(db: Db, lease: Lease, fingerprint: Buffer): Promise<boolean> {
  const leaseExpiry = expiryOfLease();
  // A lease that ends further ahead was given before the clock was set back.
  const hasLeaseEnded = sql`(idempotency_keys.leased_until <= now() or idempotency_keys.leased_until > ${leaseExpiry})`;
  const row = await db
    .insertInto('idempotency_keys')
    .values({
      account_id: lease.ownerId,
      key: lease.key,
      fingerprint,
      lease_id: lease.id,
      leased_until: leaseExpiry,
      expires_at: keyExpiry,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'key'])
        .doUpdateSet({
          fingerprint,
          lease_id: lease.id,
          leased_until: leaseExpiry,
          expires_at: keyExpiry,
          status: null,
          body: null,
          object_kind: null,
          object_id: null,
        })
        .where(
          sql<boolean>`idempotency_keys.expires_at <= now() or (idempotency_keys.status is null
            and ${hasLeaseEnded} and idempotency_keys.fingerprint = ${fingerprint})`,
        ),
    )
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findKey(db: Db, { ownerId, key }: Lease): Promise<KnownKey | undefined> {
  return db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'body'])
    .where('account_id', '=', ownerId)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** Stores the response; false if another request has taken over the lease. */
export async function storeResponse(
  tx: Db,
  lease: Lease,
  { status, body }: { status: number; body: unknown },
  object: CreatedObject | null,
): Promise<boolean> {
  const row = await tx
    .updateTable('idempotency_keys')
    .set({
      status,
      body: JSON.stringify(body),
      object_kind: object?.kind ?? null,
      object_id: object?.id ?? null,
    })
    .where('account_id', '=', lease.ownerId)
    .where('key', '=', lease.key)
    .where('lease_id', '=', lease.id)
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a key under which nothing was written. */
export async function releaseKey(db: Db, lease: Lease): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('account_id', '=', lease.ownerId)
    .where('key', '=', lease.key)
    .where('lease_id', '=', lease.id)
    .where('status', 'is', null)
    .execute();
}

/** Deletes expired keys until none is due. */
export const deleteExpired = (db: Db): Promise<void> =>
  deleteInBatches(db, 'idempotency_keys', sql`expires_at <= now()`);
