import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { describeCurrentRequest } from './timing.ts';

/** Indexes of the shared memory: the number of heartbeats of the event loop, and whether a debugger is connected. */
export const watchdogCells = { heartbeats: 0, isDebugged: 1 } as const;
/** Key of the global function that returns the current request to the watchdog. */
export const currentRequestKey = 'news-site.current-request';

const heartbeatMs = 1_000;

/**
 * Kills this process when its event loop has been blocked for 20 s, and logs the running code. The parent process
 * restarts it. The check runs in a thread (`watchdog-thread.ts`).
 */
export function startWatchdog(): void {
  const cells = new Int32Array(new SharedArrayBuffer(8));
  Object.defineProperty(globalThis, Symbol.for(currentRequestKey), {
    value: describeCurrentRequest,
    configurable: true,
  });
  setInterval(() => {
    Atomics.store(cells, watchdogCells.isDebugged, inspector.url() === undefined ? 0 : 1);
    Atomics.add(cells, watchdogCells.heartbeats, 1);
  }, heartbeatMs).unref();
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
    workerData: cells,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  thread.unref();
}
