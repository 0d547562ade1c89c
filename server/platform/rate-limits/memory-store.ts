import type { BucketName } from './buckets.ts';
import { takeOne } from './gcra.ts';
import type { RateLimitStore } from './rate-limits.ts';

/** Limit for each kind of bucket, so that a flood of keys evicts only keys of the same kind. */
const keysOfBucket = 20_000;
/**
 * Keys are evicted in batches: skipping the deleted entries at the front of the map for each single key would be slow.
 */
const forgottenAtOnce = 2_000;

/** Buckets of this process only. */
export function createMemoryStore(): RateLimitStore {
  const times = new Map<BucketName, Map<string, number>>();

  function timesOf(bucket: BucketName): Map<string, number> {
    const known = times.get(bucket);
    if (known) return known;
    const fresh = new Map<string, number>();
    times.set(bucket, fresh);
    return fresh;
  }

  return {
    async take({ bucket, key, pace, now }) {
      const ofBucket = timesOf(bucket);
      const result = takeOne(ofBucket.get(key), pace, now);
      if ('waitMs' in result) return result.waitMs;
      // Inserted again, so that the map is ordered by use.
      ofBucket.delete(key);
      ofBucket.set(key, result.fullAt);
      if (ofBucket.size > keysOfBucket) forgetOldest(ofBucket);
      return 0;
    },
    async giveBack({ bucket, key, pace }) {
      const ofBucket = timesOf(bucket);
      const fullAt = ofBucket.get(key);
      if (fullAt !== undefined) ofBucket.set(key, fullAt - pace.intervalMs);
    },
  };
}

/** Deletes the least recently used keys, which come first in the map. */
function forgetOldest(times: Map<string, number>): void {
  const kept = times.size - forgottenAtOnce;
  for (const key of times.keys()) {
    if (times.size <= kept) return;
    times.delete(key);
  }
}
