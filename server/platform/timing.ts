import { AsyncLocalStorage } from 'node:async_hooks';

/** A part of a request; `endedAt` is a time in milliseconds since 1970, `sql` the statement of a query without its values. */
export type TimedPart = { kind: 'query' | 'render'; endedAt: number; ms: number; sql?: string };

/** A request and its durations in milliseconds; `parts` only if the request is traced. */
export type RequestTiming = {
  method: string;
  url: string;
  queries: number;
  dbMs: number;
  parts?: TimedPart[];
};

/** A request with more parts is traced without the later ones. */
const maxParts = 500;

const timingStorage = new AsyncLocalStorage<RequestTiming>();

/** Runs a request so that its queries and renders are recorded in `timing`. */
export const runWithTiming = (timing: RequestTiming, work: () => void): void =>
  timingStorage.run(timing, work);

/** Records a query; the times of parallel queries add up. */
export function recordQuery(ms: number, sql: string): void {
  const timing = timingStorage.getStore();
  if (!timing) return;
  timing.queries += 1;
  timing.dbMs += ms;
  if (timing.parts) addPart(timing.parts, { kind: 'query', endedAt: epochNow(), ms, sql });
}

/** Records a render; `ms` does not include the queries that it waits for. */
export function recordRender(ms: number): void {
  const timing = timingStorage.getStore();
  if (timing?.parts) addPart(timing.parts, { kind: 'render', endedAt: epochNow(), ms });
}

const epochNow = (): number => performance.timeOrigin + performance.now();

function addPart(parts: TimedPart[], part: TimedPart): void {
  if (parts.length < maxParts) parts.push(part);
}

/** Method and path of the current request. The query string may contain secrets and is left out. */
export function describeCurrentRequest(): string | undefined {
  const timing = timingStorage.getStore();
  return timing && `${timing.method} ${timing.url.split('?', 1)[0]}`;
}
