import { expect, it } from 'vitest';
import { buckets } from './buckets.ts';
import { atCost, paceOf, takeOne } from './gcra.ts';

const pace = { intervalMs: 1_000, burst: 3 };

function takeMany(times: number[]): number[] {
  let fullAt: number | undefined;
  return times.map((now) => {
    const result = takeOne(fullAt, pace, now);
    if ('waitMs' in result) return result.waitMs;
    fullAt = result.fullAt;
    return 0;
  });
}

it('lets a burst through, then one for each interval, and says how long to wait', () => {
  expect(takeMany([0, 0, 0, 0, 400, 1_000, 1_000, 10_000, 10_000, 10_000, 10_000])).toEqual([
    0, 0, 0, 1_000, 600, 0, 1_000, 0, 0, 0, 1_000,
  ]);
});

it('does not count refused attempts: who keeps knocking is let in no later', () => {
  expect(takeMany([0, 0, 0, ...Array<number>(50).fill(500), 1_000]).at(-1)).toBe(0);
});

it('takes several at once for what is dear, and a full bucket at most', () => {
  const dear = takeOne(undefined, atCost(pace, 2), 0);
  expect(dear).toEqual({ fullAt: 2_000 });
  expect(takeOne(2_000, pace, 0)).toEqual({ fullAt: 3_000 });
  expect(takeOne(2_000, atCost(pace, 2), 0)).toEqual({ waitMs: 1_000 });
  expect(takeOne(undefined, atCost(pace, 50), 0)).toEqual({ fullAt: 3_000 });
  expect(takeOne(1, atCost(pace, 50), 0)).toEqual({ waitMs: 1 });
});

it('widens what may be widened, and never closes a bucket for good', () => {
  expect(paceOf({ burst: 60, refillMs: 60_000, isScaled: true }, 10)).toEqual({
    burst: 600,
    intervalMs: 100,
  });
  expect(paceOf({ burst: 60, refillMs: 60_000, isScaled: true }, 0.0001)).toEqual({
    burst: 1,
    intervalMs: 60_000,
  });
  expect(paceOf(buckets.refreshFailure, 10).burst).toBe(5);
});

it('counts a bucket as full after the clock was set back', () => {
  const day = 24 * 3_600_000;
  expect(takeMany([day, day, day, day, 0, 0, 0, 0])).toEqual([0, 0, 0, 1_000, 0, 0, 0, 1_000]);
});

it('waits as long as before where two clocks differ a little', () => {
  expect(takeMany([5_000, 5_000, 5_000, 0])).toEqual([0, 0, 0, 6_000]);
});
