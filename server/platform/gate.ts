import { unavailable } from './errors.ts';

export type Gate = { enter(): Promise<() => void>; run<T>(work: () => Promise<T>): Promise<T> };

/**
 * Admits `limit` callers at a time and queues `queueLimit` more for at most `waitMs`; the rest get `unavailable`. The
 * function that `acquire` returns releases the slot; a second call has no effect.
 */
export function createGate({
  limit,
  queueLimit,
  waitMs,
}: {
  limit: number;
  queueLimit: number;
  waitMs: number;
}): Gate {
  let inside = 0;
  const waiting = new Set<() => void>();

  function leave(): void {
    const [next] = waiting;
    if (!next) {
      inside -= 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  const waitForTurn = () =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(admit);
        reject(unavailable());
      }, waitMs);
      const admit = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.add(admit);
    });

  async function enter(): Promise<() => void> {
    if (inside < limit) inside += 1;
    else if (waiting.size < queueLimit) await waitForTurn();
    else throw unavailable();
    let isInside = true;
    return () => {
      if (isInside) leave();
      isInside = false;
    };
  }

  async function run<T>(work: () => Promise<T>): Promise<T> {
    const leaveGate = await enter();
    try {
      return await work();
    } finally {
      leaveGate();
    }
  }
  return { enter, run };
}
