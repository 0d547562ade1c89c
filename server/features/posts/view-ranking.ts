import type { Log } from '#server/platform/log.ts';

const refreshEveryMs = 60_000;

/**
 * Takes the views over into the order of lists once a minute (contract decision 23): readers change the figures all the
 * time, an index does not have to follow. Several processes may do so side by side.
 */
export function createViewRanking({ log, refresh }: { log: Log; refresh(): Promise<void> }): {
  stop(): void;
} {
  const timer = setInterval(() => {
    refresh().catch((error) => log.warn({ err: error }, 'views could not be ranked'));
  }, refreshEveryMs).unref();
  return { stop: () => clearInterval(timer) };
}
