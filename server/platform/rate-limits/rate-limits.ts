import type { Clock } from '../clock.ts';
import { tooManyRequests } from '../errors.ts';
import type { Log } from '../log.ts';
import { type BucketName, buckets } from './buckets.ts';
import { atCost, type Rate, rateOf } from './gcra.ts';
import { createMemoryStore } from './memory-store.ts';

export type RateLimits = {
  /**
   * Takes one from a bucket; throws 429 with the time until the next request is allowed. A call without a key comes
   * from the site itself, which is exempt. Expensive requests take several at once, by their `cost`.
   */
  take(bucket: BucketName, key: LimitKey, cost?: number): Promise<void>;
  /** Returns one to the bucket, when an attempt taken as a failure was not one. */
  refund(bucket: BucketName, key: LimitKey): Promise<void>;
};

export type LimitKey = string | number | undefined;

type TakeRequest = { bucket: BucketName; key: string; rate: Rate; now: number };

export type RateLimitStore = {
  /** 0 when one was taken, otherwise the milliseconds until the next one. */
  take(createRequest: TakeRequest): Promise<number>;
  refund(createRequest: TakeRequest): Promise<void>;
};

type RateLimitOptions = { store: RateLimitStore; factor: number; clock: Clock; log: Log };

/** Pause after a failure of the store, so that requests do not wait for it one after the other. */
const storePauseMs = 5_000;

/**
 * Enforces the limits of `buckets`, scaled by `factor`; 0 turns them off. While the store fails, this process counts in
 * memory: readers are served, and guessing stays limited.
 */
export function createRateLimits({ store, factor, clock, log }: RateLimitOptions): RateLimits {
  const memoryStore = createMemoryStore();
  let pausedUntil = 0;

  async function runOnStore<T>(work: (from: RateLimitStore) => Promise<T>, now: number): Promise<T> {
    // A time further ahead than the pause was set before the clock was set back.
    if (now < pausedUntil && pausedUntil - now <= storePauseMs) return work(memoryStore);
    try {
      return await work(store);
    } catch (error) {
      pausedUntil = now + storePauseMs;
      log.warn({ err: error }, 'the rate limit store failed; this process counts in memory for a while');
      return work(memoryStore);
    }
  }

  function createRequest(bucket: BucketName, key: NonNullable<LimitKey>, cost = 1): TakeRequest {
    return {
      bucket,
      key: String(key),
      rate: atCost(rateOf(buckets[bucket], factor), cost),
      now: clock.now().getTime(),
    };
  }

  return {
    async take(bucket, key, cost) {
      if (factor === 0 || key === undefined) return;
      const one = createRequest(bucket, key, cost);
      const waitMs = await runOnStore((from) => from.take(one), one.now);
      if (waitMs > 0) throw tooManyRequests(waitMs);
    },
    async refund(bucket, key) {
      if (factor === 0 || key === undefined) return;
      const one = createRequest(bucket, key);
      await runOnStore((from) => from.refund(one), one.now);
    },
  };
}

/** Takes one from a bucket and returns whether it was allowed, for events that are counted once or not too often. */
export function createClaim(store: RateLimitStore, clock: Clock) {
  return async (bucket: BucketName, key: string): Promise<boolean> => {
    const rate = rateOf(buckets[bucket], 1);
    return (await store.take({ bucket, key, rate, now: clock.now().getTime() })) === 0;
  };
}
