import { AsyncLocalStorage } from 'node:async_hooks';

/** A request and its durations in milliseconds. */
export type RequestTiming = { method: string; url: string; queries: number; dbMs: number; renderMs: number };

const timingStorage = new AsyncLocalStorage<RequestTiming>();

/** Runs a request so that its queries and renders are recorded in `timing`. */
export const runWithTiming = (timing: RequestTiming, work: () => void): void =>
  timingStorage.run(timing, work);

/** Records a query; the times of parallel queries add up. */
export function recordQuery(ms: number): void {
  const timing = timingStorage.getStore();
  if (!timing) return;
  timing.queries += 1;
  timing.dbMs += ms;
}

/** Records a render; `ms` does not include the queries that it waits for. */
export function recordRender(ms: number): void {
  const timing = timingStorage.getStore();
  if (timing) timing.renderMs += ms;
}

/** Method and path of the current request. The query string may contain secrets and is left out. */
export function describeCurrentRequest(): string | undefined {
  const timing = timingStorage.getStore();
  return timing && `${timing.method} ${timing.url.split('?', 1)[0]}`;
}
