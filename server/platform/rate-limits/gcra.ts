import type { Bucket } from './buckets.ts';

/** A bucket as GCRA counts: one more every `intervalMs`, up to `burst` at once. */
export type Pace = { intervalMs: number; burst: number };

/** The pace of a bucket under the factor of the configuration; at least one is always allowed. */
export function paceOf({ burst, refillMs, isScaled }: Bucket, factor: number): Pace {
  const size = isScaled ? Math.max(1, Math.round(burst * factor)) : burst;
  return { burst: size, intervalMs: refillMs / size };
}

/** The same bucket for what takes several at once: fewer of them fit, each for longer. At most it takes a full bucket. */
export function atCost({ intervalMs, burst }: Pace, cost: number): Pace {
  const taken = Math.min(cost, burst);
  return { intervalMs: intervalMs * taken, burst: burst / taken };
}

/** The clocks of the machines that share a bucket differ by less than this. */
export const clockSkewMs = 10_000;

/**
 * How far ahead of now a bucket's time can lie. A time beyond that was written under a clock that has been set back
 * since: the bucket counts as full, or callers would be refused for as long as the jump was.
 */
export const furthestAheadMs = ({ intervalMs, burst }: Pace): number => intervalMs * burst + clockSkewMs;

/**
 * Takes one from a bucket that will be full at `fullAt` (milliseconds; undefined is full already): the new time when
 * it is full, or how long the next one takes to come.
 */
export function takeOne(
  fullAt: number | undefined,
  pace: Pace,
  now: number,
): { fullAt: number } | { waitMs: number } {
  const room = pace.intervalMs * (pace.burst - 1);
  const aheadMs = Math.max(0, (fullAt ?? now) - now);
  const usedMs = aheadMs > furthestAheadMs(pace) ? 0 : aheadMs;
  return usedMs > room ? { waitMs: usedMs - room } : { fullAt: now + usedMs + pace.intervalMs };
}
