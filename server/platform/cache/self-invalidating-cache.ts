import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { NextChangeAt } from './cache-tags.ts';
import { listenForChanges } from './change-listener.ts';
import { createResponseCache } from './response-cache.ts';

type Options = {
  maxBytes: number;
  /** The database whose changes invalidate the cache; without it nothing is cached. */
  url: string | undefined;
  clock: Clock;
  log: Log;
  nextChangeAt: NextChangeAt;
  metrics: Pick<Metrics, 'addCache'>;
};

/** The response cache and the listener that invalidates it. */
export function createSelfInvalidatingCache({ maxBytes, url, clock, log, nextChangeAt, metrics }: Options) {
  const onError = (error: unknown) => {
    // A refusal because of load or a rate limit is not logged: the next request tries again.
    if (!(error instanceof AppError))
      log.warn({ err: error }, 'a cached response could not be rendered again');
  };
  const meter = metrics.addCache('responses', () => cache.size());
  const cache = createResponseCache({ maxBytes, clock, nextChangeAt, meter, onError });
  const listener =
    url !== undefined && maxBytes > 0
      ? listenForChanges({ url, log, onChange: cache.invalidate, onListening: cache.setListening })
      : undefined;
  return {
    cache,
    waitForChanges: async (): Promise<void> => listener?.waitForChanges(),
    stop: async (): Promise<void> => listener?.stop(),
  };
}
