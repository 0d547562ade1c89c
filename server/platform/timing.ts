import { AsyncLocalStorage } from 'node:async_hooks';

/** A request, and where its time went, in milliseconds. */
export type Timing = { method: string; url: string; queries: number; dbMs: number; renderMs: number };

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

/** Method and path of the request that the running code belongs to. Query strings may hold secrets, and are left out. */
export function requestUnderWay(): string | undefined {
  const timing = current.getStore();
  return timing && `${timing.method} ${timing.url.split('?', 1)[0]}`;
}
