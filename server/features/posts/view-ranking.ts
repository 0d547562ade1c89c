import type { Log } from '#server/platform/log.ts';

const refreshEveryMs = 60_000;

/**
 * Copies view counts to the indexed column once a minute, so that counting a view updates no index. Several processes may do
 * this concurrently.
 */
export function createViewRanking({ log, refresh }: { log: Log; refresh(): Promise<void> }): {
  stop(): void;
} {
  const timer = setInterval(() => {
    refresh().catch((error) => log.warn({ err: error }, 'ranking views failed'));
  }, refreshEveryMs).unref();
  return { stop: () => clearInterval(timer) };
}
