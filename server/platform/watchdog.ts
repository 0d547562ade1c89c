import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { processLimits } from './process-limits.ts';
import { describeCurrentRequest } from './timing.ts';

/** Indexes of the shared memory: the number of heartbeats of the event loop, and whether a debugger is connected. */
export const watchdogCells = { heartbeats: 0, isDebugged: 1 } as const;
export type WatchdogData = { cells: Int32Array; tickMs: number; captureTimeoutMs: number };
/** Key of the global function that returns the current request to the watchdog. */
export const currentRequestKey = 'news-site.current-request';

const maxTicks = 20;
const minCpuMs = 5_000;
const maxTicksWithoutCpu = 120;

/**
 * Whether an event loop that has not turned for so many seconds is blocked. On a busy machine a process waits for a core
 * without computing, so a blocked one must have computed for five seconds; one that waits for a disk has two minutes.
 * `ticks` are seconds of the watchdog thread: there are none while the machine sleeps or the whole process is stopped.
 * `cpuMs` is what the process has computed meanwhile.
 */
export const standsStill = ({ ticks, cpuMs }: { ticks: number; cpuMs: number }): boolean =>
  ticks >= maxTicksWithoutCpu || (ticks >= maxTicks && cpuMs >= minCpuMs);

/**
 * Kills this process when its event loop has been blocked for 20 s (`standsStill`), and logs the running code. The parent
 * process restarts it. The check runs in a thread (`watchdog-thread.ts`).
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
  }, processLimits.watchdogTick).unref();
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
    workerData: {
      cells,
      tickMs: processLimits.watchdogTick,
      captureTimeoutMs: processLimits.capture,
    } satisfies WatchdogData,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  thread.unref();
}
