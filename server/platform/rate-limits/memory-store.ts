import type { BucketName } from './buckets.ts';
import { takeOne } from './gcra.ts';
import type { RateLimitStore } from './rate-limits.ts';

/** Of each kind of bucket: a flood of keys drives out its own kind only. */
const keysOfBucket = 20_000;
/** Forgotten at once when there are too many: walking past the first keys one by one would cost more each time. */
const forgottenAtOnce = 2_000;

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

/** Those that were not used for longest stand first. */
function forgetOldest(times: Map<string, number>): void {
  const kept = times.size - forgottenAtOnce;
  for (const key of times.keys()) {
    if (times.size <= kept) return;
    times.delete(key);
  }
}
