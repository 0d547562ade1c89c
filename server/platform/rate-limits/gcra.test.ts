import { expect, it } from 'vitest';
import { buckets } from './buckets.ts';
import { atCost, rateOf, takeFromBucket } from './gcra.ts';

const rate = { intervalMs: 1_000, burst: 3 };

function takeMany(times: number[]): number[] {
  let fullAt: number | undefined;
  return times.map((now) => {
    const result = takeFromBucket(fullAt, rate, now);
    if ('waitMs' in result) return result.waitMs;
    fullAt = result.fullAt;
    return 0;
  });
}

it('allows a burst, then one request for each interval, and returns the wait time', () => {
  expect(takeMany([0, 0, 0, 0, 400, 1_000, 1_000, 10_000, 10_000, 10_000, 10_000])).toEqual([
    0, 0, 0, 1_000, 600, 0, 1_000, 0, 0, 0, 1_000,
  ]);
});

it('does not count refused attempts, so that retries do not extend the wait', () => {
  expect(takeMany([0, 0, 0, ...Array<number>(50).fill(500), 1_000]).at(-1)).toBe(0);
});

it('takes several at once by cost, at most a full bucket', () => {
  const expensive = takeFromBucket(undefined, atCost(rate, 2), 0);
  expect(expensive).toEqual({ fullAt: 2_000 });
  expect(takeFromBucket(2_000, rate, 0)).toEqual({ fullAt: 3_000 });
  expect(takeFromBucket(2_000, atCost(rate, 2), 0)).toEqual({ waitMs: 1_000 });
  expect(takeFromBucket(undefined, atCost(rate, 50), 0)).toEqual({ fullAt: 3_000 });
  expect(takeFromBucket(1, atCost(rate, 50), 0)).toEqual({ waitMs: 1 });
});

it('applies the factor to scaled buckets and always allows at least one request', () => {
  expect(rateOf({ burst: 60, refillMs: 60_000, isScaled: true }, 10)).toEqual({
    burst: 600,
    intervalMs: 100,
  });
  expect(rateOf({ burst: 60, refillMs: 60_000, isScaled: true }, 0.0001)).toEqual({
    burst: 1,
    intervalMs: 60_000,
  });
  expect(rateOf(buckets.refreshFailure, 10).burst).toBe(5);
});

it('treats a bucket as full after the clock was set back', () => {
  const day = 24 * 3_600_000;
  expect(takeMany([day, day, day, day, 0, 0, 0, 0])).toEqual([0, 0, 0, 1_000, 0, 0, 0, 1_000]);
});

it('keeps the wait when two clocks differ slightly', () => {
  expect(takeMany([5_000, 5_000, 5_000, 0])).toEqual([0, 0, 0, 6_000]);
});
