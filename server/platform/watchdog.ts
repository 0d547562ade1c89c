import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { requestUnderWay } from './timing.ts';

/** What the process and its watchdog share: how often the event loop has turned, and whether a debugger may stop it. */
export const watchdogCells = { beats: 0, isDebugged: 1 } as const;
/** By which the watchdog asks for the request under way. */
export const underWayKey = 'news-site.request-under-way';

const beatMs = 1_000;

/**
 * Ends this process when its event loop has stood still for 20 s, and logs what it was doing. The parent process starts
 * it again. A thread keeps the watch (`watchdog-thread.ts`).
 */
export function startWatchdog(): void {
  const cells = new Int32Array(new SharedArrayBuffer(8));
  Object.defineProperty(globalThis, Symbol.for(underWayKey), { value: requestUnderWay, configurable: true });
  setInterval(() => {
    Atomics.store(cells, watchdogCells.isDebugged, inspector.url() === undefined ? 0 : 1);
    Atomics.add(cells, watchdogCells.beats, 1);
  }, beatMs).unref();
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
    workerData: cells,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  thread.unref();
}
