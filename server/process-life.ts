import { setTimeout as sleep } from 'node:timers/promises';

export type ProcessLife = ReturnType<typeof createProcessLife>;

/** What a process has started, and how it ends: the newest is stopped first, whatever happens. */
export function createProcessLife() {
  const stopping = new AbortController();
  const hurry = new AbortController();
  const started: Array<() => Promise<unknown>> = [];
  let drainMs = 0;
  let starting: Promise<void> = Promise.resolve();

  /** Waits that long, or until somebody asks a second time. */
  async function patience(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: hurry.signal, ref: false }).catch(() => undefined);
  }

  /**
   * Stops what has been started, a start that is under way included, and ends the process. Asked again, it no longer
   * waits for balancers and requests, but the database is always stopped in order.
   */
  async function stop(exitCode: number): Promise<void> {
    if (stopping.signal.aborted) return hurry.abort();
    stopping.abort();
    // Until the end there is something to do, even when no connection and no timer is left to wait for.
    setInterval(() => undefined, 10_000);
    // A balancer asks /readyz and needs a moment to look elsewhere.
    await patience(drainMs);
    await starting.catch(() => undefined);
    for (const close of started.reverse()) await close().catch(() => undefined);
    process.exit(exitCode);
  }

  return {
    isStopping: () => stopping.signal.aborted,
    /** Aborted when somebody asks for the first time. */
    stopping: stopping.signal,
    /** Aborted when somebody asks a second time. */
    hurry: hurry.signal,
    /** To be called at the end. */
    onStop: (close: () => Promise<unknown>) => void started.push(close),
    patience,
    stop,
    /** How long the process stays reachable after it was asked to stop. */
    drainFor: (ms: number) => {
      drainMs = ms;
    },
    /** Runs the start; whoever stops meanwhile waits for it. */
    begin: (start: Promise<void>) => {
      starting = start;
      return start;
    },
  };
}
