import type { BucketName } from './buckets.ts';
import { takeOne } from './gcra.ts';
import type { RateLimitStore } from './rate-limits.ts';

/** Of each kind of bucket; what was not used for longest is forgotten, so a flood of keys costs nothing but its own. */
const keysOfBucket = 50_000;

/** Buckets of this process alone. */
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
      // Set anew, so that the map's order is that of use.
      ofBucket.delete(key);
      ofBucket.set(key, result.fullAt);
      const [oldest] = ofBucket.keys();
      if (ofBucket.size > keysOfBucket && oldest !== undefined) ofBucket.delete(oldest);
      return 0;
    },
    async giveBack({ bucket, key, pace }) {
      const ofBucket = timesOf(bucket);
      const fullAt = ofBucket.get(key);
      if (fullAt !== undefined) ofBucket.set(key, fullAt - pace.intervalMs);
    },
  };
}
