import { createHash, randomUUID } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { badRequest, inFlight, keyOfDeleted, keyReused } from '../errors.ts';
import type { Log } from '../log.ts';
import * as store from './idempotency-store.ts';

type StoredResponse = { status: number; body: unknown };

/**
 * Called in the transaction of the write: the write and its stored response commit together. The response goes with the
 * object that the write has created; null for one that is never deleted.
 */
export type CommitResponse = <Given extends StoredResponse>(
  tx: Db,
  response: Given,
  object: store.CreatedObject | null,
) => Promise<Given>;

/** The parts of a request that identify a repetition. */
export type IdempotentRequest = { operation: string; params: unknown; body: Record<string, unknown> };

/** Executes a request once, and returns the stored response to repetitions. */
export type IdempotentExecution = (
  request: IdempotentRequest,
  work: (commitResponse: CommitResponse) => Promise<StoredResponse>,
) => Promise<StoredResponse>;

export type Idempotency = {
  /** Execution of a request that an account sends with a key; throws 400 for an invalid key. */
  createExecution(ownerId: number, key: string): IdempotentExecution;
  /** Deletes expired keys; otherwise this happens once a minute. */
  clean(): Promise<void>;
  stop(): void;
};

const keyPattern = /^[\x21-\x7e]{1,255}$/;
const cleanEveryMs = 60_000;

/** For requests without a key: nothing is stored. */
export const skipCommit: CommitResponse = async (_tx, response) => response;

/**
 * Requests that are safe to repeat with the same `Idempotency-Key`. A key is acquired under a lease before the work
 * begins; the response is stored in the transaction of the work, only while the lease is held. So a killed process
 * leaves both or neither, its key is free again when the lease has run out, and nothing is executed twice.
 */
export function createIdempotency({ db, log }: { db: Db; log: Log }): Idempotency {
  function createExecution(ownerId: number, key: string): IdempotentExecution {
    if (!keyPattern.test(key)) throw badRequest('errors.keyInvalid');
    return async (request, work) => {
      const lease: store.Lease = { ownerId, key, id: randomUUID() };
      const fingerprint = fingerprintOf(request);
      if (await store.acquireKey(db, lease, fingerprint)) return executeUnderLease(lease, work);
      const known = await store.findKey(db, lease);
      if (known && !known.fingerprint.equals(fingerprint)) throw keyReused();
      // Not found: the other request has just failed and released it.
      if (!known || known.status === null) throw inFlight();
      if (known.body === null) throw keyOfDeleted();
      return { status: known.status, body: JSON.parse(known.body) };
    };
  }

  async function executeUnderLease(
    lease: store.Lease,
    work: (commitResponse: CommitResponse) => Promise<StoredResponse>,
  ) {
    let isCommitted = false;
    const commitResponse: CommitResponse = async (tx, response, object) => {
      if (!(await store.storeResponse(tx, lease, response, object))) throw inFlight();
      isCommitted = true;
      return response;
    };
    try {
      const response = await work(commitResponse);
      if (!isCommitted) throw new Error('an idempotent operation returned without committing its response');
      return response;
    } catch (error) {
      await store
        .releaseKey(db, lease)
        .catch((cause) => log.warn({ err: cause }, 'an idempotency key could not be released'));
      throw error;
    }
  }

  const clean = () =>
    store
      .deleteExpired(db)
      .catch((error) => log.warn({ err: error }, 'expired idempotency keys could not be deleted'));
  const timer = setInterval(() => void clean(), cleanEveryMs).unref();
  return { createExecution, clean, stop: () => clearInterval(timer) };
}

function fingerprintOf({ operation, params, body }: IdempotentRequest): Buffer {
  const fields = Object.entries(body).map(([field, value]) => [
    field,
    value instanceof Uint8Array ? createHash('sha256').update(value).digest('hex') : value,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([operation, params, fields]))
    .digest();
}
