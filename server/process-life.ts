import { setTimeout as sleep } from 'node:timers/promises';

export type ProcessLife = ReturnType<typeof createProcessLife>;

/** The parts that a process has started, and its shutdown: they are stopped in reverse order, even if one fails. */
export function createProcessLife() {
  const stopping = new AbortController();
  const hurry = new AbortController();
  const started: Array<() => Promise<unknown>> = [];
  let drainMs = 0;
  let starting: Promise<void> = Promise.resolve();

  /** Waits for the time given, or until a second stop request. */
  async function patience(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: hurry.signal, ref: false }).catch(() => undefined);
  }

  /**
   * Stops everything that has been started, waits for a start in progress, and exits. A second call stops waiting for
   * load balancers and requests, but the database is always shut down in order.
   */
  async function stop(exitCode: number): Promise<void> {
    if (stopping.signal.aborted) return hurry.abort();
    stopping.abort();
    // Keeps the event loop alive until the end, even without open connections and timers.
    setInterval(() => undefined, 10_000);
    // A load balancer needs time to notice the change of /readyz.
    await patience(drainMs);
    await starting.catch(() => undefined);
    for (const close of started.reverse()) await close().catch(() => undefined);
    process.exit(exitCode);
  }

  return {
    isStopping: () => stopping.signal.aborted,
    /** Aborted at the first stop request. */
    stopping: stopping.signal,
    /** Aborted at the second stop request. */
    hurry: hurry.signal,
    /** Registers a function that shutdown calls. */
    onStop: (close: () => Promise<unknown>) => void started.push(close),
    patience,
    stop,
    /** How long the process keeps serving after a stop request. */
    drainFor: (ms: number) => {
      drainMs = ms;
    },
    /** Registers the start, which a stop request waits for. */
    begin: (start: Promise<void>) => {
      starting = start;
      return start;
    },
  };
}
