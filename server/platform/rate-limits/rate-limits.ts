import type { Clock } from '../clock.ts';
import { tooManyRequests } from '../errors.ts';
import type { Log } from '../log.ts';
import { type BucketName, buckets } from './buckets.ts';
import { atCost, type Pace, paceOf } from './gcra.ts';
import { createMemoryStore } from './memory-store.ts';

export type RateLimits = {
  /**
   * Takes one from a bucket; throws 429 with the time until the next request is allowed. A call without a key comes
   * from the site itself, which is exempt. Expensive requests take several at once, by their `cost`.
   */
  take(bucket: BucketName, key: LimitKey, cost?: number): Promise<void>;
  /** Returns one to the bucket, when an attempt taken as a failure was not one. */
  giveBack(bucket: BucketName, key: LimitKey): Promise<void>;
};

export type LimitKey = string | number | undefined;

type Taking = { bucket: BucketName; key: string; pace: Pace; now: number };

export type RateLimitStore = {
  /** 0 when one was taken, otherwise the milliseconds until the next one. */
  take(taking: Taking): Promise<number>;
  giveBack(taking: Taking): Promise<void>;
};

type Parts = { store: RateLimitStore; factor: number; clock: Clock; log: Log };

/** Pause after a failure of the store, so that requests do not wait for it one after the other. */
const storePauseMs = 5_000;

/**
 * Enforces the limits of `buckets`, scaled by `factor`; 0 turns them off. While the store fails, this process counts in
 * memory: readers are served, and guessing stays limited.
 */
export function createRateLimits({ store, factor, clock, log }: Parts): RateLimits {
  const own = createMemoryStore();
  let pausedUntil = 0;

  async function ask<T>(work: (from: RateLimitStore) => Promise<T>, now: number): Promise<T> {
    // A time further ahead than the pause was set before the clock was set back.
    if (now < pausedUntil && pausedUntil - now <= storePauseMs) return work(own);
    try {
      return await work(store);
    } catch (error) {
      pausedUntil = now + storePauseMs;
      log.warn({ err: error }, 'the rate limit store failed; this process counts in memory for a while');
      return work(own);
    }
  }

  function taking(bucket: BucketName, key: NonNullable<LimitKey>, cost = 1): Taking {
    return {
      bucket,
      key: String(key),
      pace: atCost(paceOf(buckets[bucket], factor), cost),
      now: clock.now().getTime(),
    };
  }

  return {
    async take(bucket, key, cost) {
      if (factor === 0 || key === undefined) return;
      const one = taking(bucket, key, cost);
      const waitMs = await ask((from) => from.take(one), one.now);
      if (waitMs > 0) throw tooManyRequests(waitMs);
    },
    async giveBack(bucket, key) {
      if (factor === 0 || key === undefined) return;
      const one = taking(bucket, key);
      await ask((from) => from.giveBack(one), one.now);
    },
  };
}

/** Takes one from a bucket and returns whether it was allowed, for events that are counted once or not too often. */
export function claimRoom(store: RateLimitStore, clock: Clock) {
  return async (bucket: BucketName, key: string): Promise<boolean> => {
    const pace = paceOf(buckets[bucket], 1);
    return (await store.take({ bucket, key, pace, now: clock.now().getTime() })) === 0;
  };
}
