import { Piscina } from 'piscina';
import { createConcurrencyLimiter } from '#server/platform/concurrency-limiter.ts';
import { deadlines } from '#server/platform/deadlines.ts';
import type { encodeCard } from './card-worker.ts';

/** One card at a time, so that a core stays free for readers. */
const threads = 1;
const queueLimit = 20;
const idleThreadMs = 60_000;

export type CardRenderer = ReturnType<typeof createCardRenderer>;

/** Draws cards in a worker thread: each takes about a tenth of a second, which would block the event loop. */
export function createCardRenderer() {
  const pool = new Piscina({
    filename: new URL('./card-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleThreadMs,
    atomics: 'disabled',
  });
  const limiter = createConcurrencyLimiter({ limit: threads, queueLimit, waitMs: deadlines.card });
  let loading: Promise<unknown> | undefined;

  return {
    /** Throws `unavailable` if too many requests wait. */
    draw: (task: Parameters<typeof encodeCard>[0]): ReturnType<typeof encodeCard> =>
      limiter.run(async () => {
        // The native library must stay loaded when worker threads start and end.
        loading ??= import('sharp');
        await loading;
        return pool.run(task, { name: 'encodeCard' });
      }),
    close: (): Promise<void> => pool.destroy(),
  };
}
