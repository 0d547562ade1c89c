import { unavailable } from './errors.ts';

export type ConcurrencyLimiter = {
  acquire(): Promise<() => void>;
  run<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * Admits `limit` callers at a time and queues `queueLimit` more for at most `waitMs`; the rest get `unavailable`. The
 * function that `acquire` returns releases the slot; a second call has no effect.
 */
export function createConcurrencyLimiter({
  limit,
  queueLimit,
  waitMs,
}: {
  limit: number;
  queueLimit: number;
  waitMs: number;
}): ConcurrencyLimiter {
  let activeCount = 0;
  const waiting = new Set<() => void>();

  function release(): void {
    const [next] = waiting;
    if (!next) {
      activeCount -= 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  const waitForTurn = () =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(grant);
        reject(unavailable());
      }, waitMs);
      const grant = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.add(grant);
    });

  async function acquire(): Promise<() => void> {
    if (activeCount < limit) activeCount += 1;
    else if (waiting.size < queueLimit) await waitForTurn();
    else throw unavailable();
    let isHeld = true;
    return () => {
      if (isHeld) release();
      isHeld = false;
    };
  }

  async function run<T>(work: () => Promise<T>): Promise<T> {
    const releaseSlot = await acquire();
    try {
      return await work();
    } finally {
      releaseSlot();
    }
  }
  return { acquire, run };
}
