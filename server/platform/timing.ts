import { AsyncLocalStorage } from 'node:async_hooks';

/** A request and its durations in milliseconds. */
export type Timing = { method: string; url: string; queries: number; dbMs: number; renderMs: number };

const current = new AsyncLocalStorage<Timing>();

/** Runs a request so that its queries and renders are recorded in `timing`. */
export const withTiming = (timing: Timing, work: () => void): void => current.run(timing, work);

/** Records a query; the times of parallel queries add up. */
export function noteQuery(ms: number): void {
  const timing = current.getStore();
  if (!timing) return;
  timing.queries += 1;
  timing.dbMs += ms;
}

/** Records a render; `ms` does not include the queries that it waits for. */
export function noteRender(ms: number): void {
  const timing = current.getStore();
  if (timing) timing.renderMs += ms;
}

/** Method and path of the current request. The query string may contain secrets and is left out. */
export function requestUnderWay(): string | undefined {
  const timing = current.getStore();
  return timing && `${timing.method} ${timing.url.split('?', 1)[0]}`;
}
