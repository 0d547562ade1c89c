import { deadlines } from '#server/platform/deadlines.ts';
import { AppError } from '#server/platform/errors.ts';
import { createLimitedPool, type LimitOptions } from '#server/platform/limited-pool.ts';
import { Refusal, refuse } from './problem.ts';
import { retryWhileBusy } from './retry-while-busy.ts';
import type { ReadSource } from './text-readers.ts';
import type { ReadTask } from './text-worker.ts';

/** For the largest texts, and what a source says once for all of them. */
const heapMb = 1_024;

/**
 * Reads texts of sources in a worker thread, one at a time: a text may be expensive by design, and must neither block the event
 * loop nor take the memory of the process.
 */
export function createTextReader(limits: Partial<LimitOptions> = {}): {
  read: ReadSource;
  close(): Promise<void>;
} {
  const pool = createLimitedPool<typeof import('./text-worker.ts')>({
    budgetMs: deadlines.importedText,
    worker: new URL('./text-worker.ts', import.meta.url),
    ...limits,
    maxWorkers: 1,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  let last: Promise<unknown> = Promise.resolve();

  async function run(task: ReadTask): Promise<unknown> {
    const result = await retryWhileBusy(() => pool.run('read', task)).catch((error: unknown) => {
      throw error instanceof AppError ? new Refusal({ key: 'imports.busyMachine' }) : error;
    });
    if (result === null) return refuse('imports.tooComplex');
    if ('problem' in result) throw new Refusal(result.problem);
    return result.value;
  }

  return {
    read: ((reader, ...args) => {
      const next = last.then(() => run({ reader, args }));
      last = next.catch(() => undefined);
      return next;
    }) as ReadSource,
    close: pool.close,
  };
}
