import type { Clock } from './clock.ts';

/** The lifetime of a cached value. */
const cacheTtlMs = 60_000;

/** Caches a value for one minute. Concurrent callers share one query; a failure is not cached. */
export function cacheBriefly<Value>(clock: Clock, find: () => Promise<Value>): () => Promise<Value> {
  let last: { pending: Promise<Value>; at: number } | undefined;
  return () => {
    const now = clock.now().getTime();
    if (last && now - last.at < cacheTtlMs) return last.pending;
    const pending = find();
    last = { pending, at: now };
    pending.catch(() => {
      if (last?.pending === pending) last = undefined;
    });
    return pending;
  };
}
