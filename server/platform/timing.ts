import { AsyncLocalStorage } from 'node:async_hooks';

/** Where the time of a request went, in milliseconds. */
export type Timing = { queries: number; dbMs: number; renderMs: number };

const current = new AsyncLocalStorage<Timing>();

/** Runs a request so that what is reported inside it is noted in `timing`. */
export const withTiming = (timing: Timing, work: () => void): void => current.run(timing, work);

/** Reports a statement; queries of one request that run side by side count one after the other. */
export function noteQuery(ms: number): void {
  const timing = current.getStore();
  if (!timing) return;
  timing.queries += 1;
  timing.dbMs += ms;
}

/** Reports a rendered page; the queries under way meanwhile are not part of `ms`. */
export function noteRender(ms: number): void {
  const timing = current.getStore();
  if (timing) timing.renderMs += ms;
}
