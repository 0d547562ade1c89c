import type { Clock } from '../clock.ts';
import { tooManyRequests } from '../errors.ts';
import type { Log } from '../log.ts';
import { type BucketName, buckets } from './buckets.ts';
import { atCost, type Pace, paceOf } from './gcra.ts';
import { createMemoryStore } from './memory-store.ts';

export type RateLimits = {
  /**
   * Takes one from a bucket; throws 429 with the pause after which there is room again. Without a key it is the site
   * that calls itself, which is exempt. What is dear takes several at once, by its `cost`.
   */
  take(bucket: BucketName, key: LimitKey, cost?: number): Promise<void>;
  /** Puts one back: what was taken for a failure was none. */
  giveBack(bucket: BucketName, key: LimitKey): Promise<void>;
};

export type LimitKey = string | number | undefined;

type Taking = { bucket: BucketName; key: string; pace: Pace; now: number };

export type RateLimitStore = {
  /** 0 when one was taken, else the milliseconds until the next one. */
  take(taking: Taking): Promise<number>;
  giveBack(taking: Taking): Promise<void>;
};

type Parts = { store: RateLimitStore; factor: number; clock: Clock; log: Log };

/** How long a store that failed is not asked: requests must not wait for it one after the other. */
const storePauseMs = 5_000;

/**
 * Limits by `buckets`, all widened by `factor`; 0 turns them off. While the store fails, this process counts by
 * itself: readers go on reading, and nobody may guess without limit.
 */
export function createRateLimits({ store, factor, clock, log }: Parts): RateLimits {
  const own = createMemoryStore();
  let pausedUntil = 0;

  async function ask<T>(work: (from: RateLimitStore) => Promise<T>, now: number): Promise<T> {
    // A time further ahead than the pause is of a clock that has been set back since.
    if (now < pausedUntil && pausedUntil - now <= storePauseMs) return work(own);
    try {
      return await work(store);
    } catch (error) {
      pausedUntil = now + storePauseMs;
      log.warn({ err: error }, 'rate limits are counted by this process alone for a while');
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

/** Tells whether there is room in a bucket, and takes it: for what is to be counted once, or not too often. */
export function claimRoom(store: RateLimitStore, clock: Clock) {
  return async (bucket: BucketName, key: string): Promise<boolean> => {
    const pace = paceOf(buckets[bucket], 1);
    return (await store.take({ bucket, key, pace, now: clock.now().getTime() })) === 0;
  };
}
