import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { createAnswerCache } from './answer-cache.ts';
import { hearChanges } from './changes.ts';
import type { ChangesAt } from './shown.ts';

type Parts = {
  maxBytes: number;
  /** The database whose changes invalidate the cache; without it nothing is cached. */
  url: string | undefined;
  clock: Clock;
  log: Log;
  changesAt: ChangesAt;
  metrics: Pick<Metrics, 'addCache'>;
};

/** The response cache and the listener that invalidates it. */
export function createLiveCache({ maxBytes, url, clock, log, changesAt, metrics }: Parts) {
  const onFault = (error: unknown) => {
    // A refusal because of load or a rate limit is not logged: the next request tries again.
    if (!(error instanceof AppError))
      log.warn({ err: error }, 'a cached response could not be rendered again');
  };
  const meter = metrics.addCache('answers', () => cache.size());
  const cache = createAnswerCache({ maxBytes, clock, changesAt, meter, onFault });
  const changes =
    url !== undefined && maxBytes > 0
      ? hearChanges({ url, log, onChange: cache.forget, onHearing: cache.hear })
      : undefined;
  return {
    cache,
    settled: async (): Promise<void> => changes?.settled(),
    stop: async (): Promise<void> => changes?.stop(),
  };
}
