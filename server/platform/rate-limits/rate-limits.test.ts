import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../log.ts';
import { type BucketName, buckets } from './buckets.ts';
import { createMemoryStore } from './memory-store.ts';
import { createRateLimits, type RateLimitStore } from './rate-limits.ts';

let now = 0;
const clock = { now: () => new Date(now) };
const limitsOn = (store: RateLimitStore, factor = 1) =>
  createRateLimits({ store, factor, clock, log: silentLog });
const refusal = { kind: 'tooManyRequests', details: { retryAfterSeconds: expect.any(Number) } };

describe('createRateLimits', () => {
  it('refuses with a wait in whole seconds, separately for each key', async () => {
    const limits = limitsOn(createMemoryStore());
    for (let count = 0; count < buckets.mailAccount.burst; count += 1) await limits.take('mailAccount', 'a');
    await expect(limits.take('mailAccount', 'a')).rejects.toMatchObject({
      ...refusal,
      details: { retryAfterSeconds: 20 * 60 },
    });
    await limits.take('mailAccount', 'b');
  });

  it('refunds an attempt that was not a failure', async () => {
    const limits = limitsOn(createMemoryStore());
    for (let count = 0; count < 20; count += 1) {
      await limits.take('mailAccount', 'a');
      await limits.refund('mailAccount', 'a');
    }
    for (let count = 0; count < 3; count += 1) await limits.take('mailAccount', 'a');
    await expect(limits.take('mailAccount', 'a')).rejects.toMatchObject(refusal);
  });

  it('is off with factor 0 and does not limit the site itself', async () => {
    const off = limitsOn(createMemoryStore(), 0);
    const on = limitsOn(createMemoryStore());
    for (let count = 0; count < 10; count += 1) {
      await off.take('mailAccount', 'a');
      await on.take('mailAccount', undefined);
    }
  });

  it('counts in memory while the store fails and tries the store again after a pause', async () => {
    let asked = 0;
    const broken: RateLimitStore = {
      take: async () => {
        asked += 1;
        throw new Error('connection lost');
      },
      refund: async () => {
        throw new Error('connection lost');
      },
    };
    const limits = limitsOn(broken);
    for (let count = 0; count < buckets.loginAccount.burst; count += 1)
      await limits.take('loginAccount', 'a');
    await expect(limits.take('loginAccount', 'a')).rejects.toMatchObject(refusal);
    await limits.take('address', 'reader');
    expect(asked).toBe(1);
    now += 5_000;
    await limits.take('address', 'reader');
    expect(asked).toBe(2);
    // The clock is set back by a day; the pause does not become a day longer.
    now -= 24 * 3_600_000;
    await limits.take('address', 'reader');
    expect(asked).toBe(3);
  });
});

describe('createMemoryStore', () => {
  it('keeps a million keys in a hundred megabytes and evicts the least recently used ones', async () => {
    const store = createMemoryStore();
    const rate = { intervalMs: 1_000, burst: 1 };
    const names = Object.keys(buckets) as BucketName[];
    const take = (bucket: BucketName, key: string) => store.take({ bucket, key, rate, now: 0 });
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let count = 0; count < 1_000_000; count += 1) {
      const bucket = names[count % names.length] as BucketName;
      await take(bucket, `2001:db8:${(count >> 16).toString(16)}:${(count & 0xffff).toString(16)}::/64`);
      // A key in regular use; refused requests do not count as use.
      if (count % 1_000 === 0) await store.refund({ bucket: 'search', key: 'regular', rate, now: 0 });
      if (count % 1_000 === 0) expect(await take('search', 'regular')).toBe(0);
    }
    collectGarbage();
    expect((process.memoryUsage().heapUsed - before) / 1_000_000).toBeLessThan(100);
    expect(await take('search', 'regular')).toBeGreaterThan(0);
    expect(await take('address', '2001:db8:0:0::/64')).toBe(0);
  });
});
