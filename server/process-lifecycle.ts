import { setTimeout as sleep } from 'node:timers/promises';
import { reportExit } from './reported-exit.ts';

export type ProcessLifecycle = ReturnType<typeof createProcessLifecycle>;

/** The parts that a process has started, and its shutdown: they are stopped in reverse order, even if one fails. */
export function createProcessLifecycle() {
  const stopping = new AbortController();
  const forceStop = new AbortController();
  const stopHandlers: Array<() => Promise<unknown>> = [];
  let drainMs = 0;
  let startup: Promise<void> = Promise.resolve();

  /** Waits for the time given, or until a second stop request. */
  async function waitUnlessForced(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: forceStop.signal, ref: false }).catch(() => undefined);
  }

  /**
   * Stops everything that has been started, waits for a start in progress, and exits. A second call stops waiting for
   * load balancers and requests, but the database is always shut down in order.
   */
  async function stop(exitCode: number): Promise<void> {
    if (stopping.signal.aborted) return forceStop.abort();
    stopping.abort();
    // Keeps the event loop alive until the end, even without open connections and timers.
    setInterval(() => undefined, 10_000);
    // A load balancer needs time to notice the change of /readyz.
    await waitUnlessForced(drainMs);
    await startup.catch(() => undefined);
    for (const close of stopHandlers.reverse()) await close().catch(() => undefined);
    await reportExit(exitCode);
    process.exit(exitCode);
  }

  return {
    isStopping: () => stopping.signal.aborted,
    /** Aborted at the first stop request. */
    stopping: stopping.signal,
    /** Aborted at the second stop request. */
    forceStop: forceStop.signal,
    /** Registers a function that shutdown calls. */
    onStop: (close: () => Promise<unknown>) => void stopHandlers.push(close),
    waitUnlessForced,
    stop,
    /** How long the process keeps serving after a stop request. */
    setDrainTime: (ms: number) => {
      drainMs = ms;
    },
    /** Registers the start, which a stop request waits for. */
    trackStartup: (start: Promise<void>) => {
      startup = start;
      return start;
    },
  };
}
