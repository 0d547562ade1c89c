import type { Bucket } from './buckets.ts';

/** A bucket in terms of GCRA (generic cell rate algorithm): one request every `intervalMs`, up to `burst` at once. */
export type Rate = { intervalMs: number; burst: number };

/** The rate of a bucket with the configured factor; at least one request is always allowed. */
export function rateOf({ burst, refillMs, isScaled }: Bucket, factor: number): Rate {
  const size = isScaled ? Math.max(1, Math.round(burst * factor)) : burst;
  return { burst: size, intervalMs: refillMs / size };
}

/**
 * The same bucket for a request that takes several at once, at most a full bucket: fewer requests fit, each for longer.
 */
export function atCost({ intervalMs, burst }: Rate, cost: number): Rate {
  const taken = Math.min(cost, burst);
  return { intervalMs: intervalMs * taken, burst: burst / taken };
}

/** Upper limit for the clock difference between machines that share a bucket. */
export const clockSkewMs = 10_000;

/**
 * How far ahead of now the time of a bucket can be. A time beyond that was written before the clock was set back: the
 * bucket counts as full, or callers would be refused for the whole jump.
 */
export const maxAheadMs = ({ intervalMs, burst }: Rate): number => intervalMs * burst + clockSkewMs;

/**
 * Takes one from a bucket that is full at `fullAt` (milliseconds; undefined means full now). Returns the new time at
 * which it is full, or the wait until the next request is allowed.
 */
export function takeFromBucket(
  fullAt: number | undefined,
  rate: Rate,
  now: number,
): { fullAt: number } | { waitMs: number } {
  const room = rate.intervalMs * (rate.burst - 1);
  const aheadMs = Math.max(0, (fullAt ?? now) - now);
  const usedMs = aheadMs > maxAheadMs(rate) ? 0 : aheadMs;
  return usedMs > room ? { waitMs: usedMs - room } : { fullAt: now + usedMs + rate.intervalMs };
}
