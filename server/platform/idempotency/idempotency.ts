import { createHash, randomUUID } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { badRequest, inFlight, keyReused } from '../errors.ts';
import type { Log } from '../log.ts';
import * as store from './idempotency-store.ts';

type KeptAnswer = { status: number; body: unknown };

/** Part of the transaction that writes: what is written and what is answered about it stand or fall together. */
export type Settle = <Given extends KeptAnswer>(tx: Db, answer: Given) => Promise<Given>;

/** A request as its repetitions are known by. */
export type NamedRequest = { operation: string; params: unknown; body: Record<string, unknown> };

/** Does a request once, however often it arrives under its name, and answers alike each time. */
export type Once = (
  request: NamedRequest,
  work: (settle: Settle) => Promise<KeptAnswer>,
) => Promise<KeptAnswer>;

export type Idempotency = {
  /** For the requests that an account sends under a key; 400 for what cannot be a key. */
  onceFor(ownerId: number, key: string): Once;
  /** Forgets keys that have expired; otherwise that happens once a minute. */
  clean(): Promise<void>;
  stop(): void;
};

const keyPattern = /^[\x21-\x7e]{1,255}$/;
const cleanEveryMs = 60_000;
const cleanedAtOnce = 1_000;

/** For requests without a key. */
export const settleNothing: Settle = async (_tx, answer) => answer;

/**
 * Requests that are safe to repeat (trust C2). A key is taken before the work begins, under a lease; the answer is kept
 * in the transaction of the work, and only while the lease is still held. So a killed process leaves either both or
 * neither, its key is free again when the lease has run out, and nothing is ever done twice.
 */
export function createIdempotency({ db, log }: { db: Db; log: Log }): Idempotency {
  function onceFor(ownerId: number, key: string): Once {
    if (!keyPattern.test(key)) throw badRequest('errors.keyInvalid');
    return async (request, work) => {
      const lease: store.Lease = { ownerId, key, id: randomUUID() };
      const fingerprint = fingerprintOf(request);
      if (await store.takeKey(db, lease, fingerprint)) return workUnder(lease, work);
      const known = await store.findKey(db, lease);
      if (known && !known.fingerprint.equals(fingerprint)) throw keyReused();
      // Not found: whoever had it has failed this very moment and freed it.
      if (!known?.answer) throw inFlight();
      return known.answer;
    };
  }

  async function workUnder(lease: store.Lease, work: (settle: Settle) => Promise<KeptAnswer>) {
    let isSettled = false;
    const settle: Settle = async (tx, answer) => {
      if (!(await store.keepAnswer(tx, lease, answer))) throw inFlight();
      isSettled = true;
      return answer;
    };
    try {
      const answer = await work(settle);
      if (!isSettled) throw new Error('an idempotent operation has answered without settling');
      return answer;
    } catch (error) {
      await store.freeKey(db, lease).catch((cause) => log.warn({ err: cause }, 'a key could not be freed'));
      throw error;
    }
  }

  const clean = () =>
    store
      .deleteExpired(db, cleanedAtOnce)
      .catch((error) => log.warn({ err: error }, 'expired keys could not be deleted'));
  const timer = setInterval(() => void clean(), cleanEveryMs).unref();
  return { onceFor, clean, stop: () => clearInterval(timer) };
}

function fingerprintOf({ operation, params, body }: NamedRequest): Buffer {
  const fields = Object.entries(body).map(([field, value]) => [
    field,
    value instanceof Uint8Array ? createHash('sha256').update(value).digest('hex') : value,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([operation, params, fields]))
    .digest();
}
