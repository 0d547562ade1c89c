import type { Bucket } from './buckets.ts';

/** A bucket as GCRA counts: one more every `intervalMs`, up to `burst` at once. */
export type Pace = { intervalMs: number; burst: number };

/** The pace of a bucket under the factor of the configuration; at least one is always allowed. */
export function paceOf({ burst, refillMs, isScaled }: Bucket, factor: number): Pace {
  const size = isScaled ? Math.max(1, Math.round(burst * factor)) : burst;
  return { burst: size, intervalMs: refillMs / size };
}

/**
 * Takes one from a bucket that will be full at `fullAt` (milliseconds; undefined is full already): the new time when
 * it is full, or how long the next one takes to come.
 */
export function takeOne(
  fullAt: number | undefined,
  { intervalMs, burst }: Pace,
  now: number,
): { fullAt: number } | { waitMs: number } {
  const from = Math.max(fullAt ?? now, now);
  const waitMs = from - now - intervalMs * (burst - 1);
  return waitMs > 0 ? { waitMs } : { fullAt: from + intervalMs };
}
