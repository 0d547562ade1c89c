import type { BucketName } from './buckets.ts';
import { takeFromBucket } from './gcra.ts';
import type { RateLimitStore } from './rate-limits.ts';

/** Limit for each kind of bucket, so that a flood of keys evicts only keys of the same kind. */
const maxKeysPerBucket = 16_000;
/**
 * Keys are evicted in batches: skipping the deleted entries at the front of the map for each single key would be slow.
 */
const evictionBatch = 2_000;

/** Buckets of this process only. */
export function createMemoryStore(): RateLimitStore {
  const bucketTimes = new Map<BucketName, Map<string, number>>();

  function timesOf(bucket: BucketName): Map<string, number> {
    const known = bucketTimes.get(bucket);
    if (known) return known;
    const fresh = new Map<string, number>();
    bucketTimes.set(bucket, fresh);
    return fresh;
  }

  return {
    async take({ bucket, key, rate, now }) {
      const ofBucket = timesOf(bucket);
      const result = takeFromBucket(ofBucket.get(key), rate, now);
      if ('waitMs' in result) return result.waitMs;
      // Inserted again, so that the map is ordered by use.
      ofBucket.delete(key);
      ofBucket.set(key, result.fullAt);
      if (ofBucket.size > maxKeysPerBucket) evictOldest(ofBucket);
      return 0;
    },
    async refund({ bucket, key, rate }) {
      const ofBucket = timesOf(bucket);
      const fullAt = ofBucket.get(key);
      if (fullAt !== undefined) ofBucket.set(key, fullAt - rate.intervalMs);
    },
  };
}

/** Deletes the least recently used keys, which come first in the map. */
function evictOldest(bucketTimes: Map<string, number>): void {
  const kept = bucketTimes.size - evictionBatch;
  for (const key of bucketTimes.keys()) {
    if (bucketTimes.size <= kept) return;
    bucketTimes.delete(key);
  }
}
