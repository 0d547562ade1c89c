import autocannon from 'autocannon';
import type { MeasuredProcess } from './processes.ts';

export type Load = {
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Several requests, sent in order, instead of the one above. */
  requests?: autocannon.Request[];
};

export type Run = {
  /** CPU time of the server's process for one request, in microseconds. */
  cpuMicros: number;
  requests: number;
  perSecond: number;
  p50Ms: number;
  p97Ms: number;
  p99Ms: number;
  /** Responses with a status other than 2xx, and connection errors. */
  failed: number;
};

type Options = { seconds: number; connections: number; overallRate?: number };

/** Sends requests for `seconds` and reads the CPU time that the process used for them. */
export async function runLoad(server: MeasuredProcess, target: Load, options: Options): Promise<Run> {
  const before = server.cpuMs();
  const result = await autocannon({
    url: server.origin + target.path,
    method: target.method ?? 'GET',
    headers: { 'accept-encoding': 'identity', ...target.headers },
    duration: options.seconds,
    connections: options.connections,
    ...(target.body !== undefined && { body: target.body }),
    ...(target.requests && { requests: target.requests }),
    ...(options.overallRate && { overallRate: options.overallRate }),
  });
  const requests = result['2xx'] + result.non2xx;
  return {
    cpuMicros: ((server.cpuMs() - before) * 1_000) / Math.max(1, requests),
    requests,
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p97Ms: result.latency.p97_5,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}

const warmUpRequests = 20;

export const median = (values: number[]): number => {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

/**
 * Latency of single requests, one after the other, in milliseconds: the median and the 95th percentile. The first requests of a
 * process, whose code is not compiled yet, are not counted.
 */
export async function latencies(
  origin: string,
  paths: string[],
  count: number,
): Promise<{ p50: number; p95: number }> {
  const durations: number[] = [];
  for (let index = -warmUpRequests; index < count; index += 1) {
    const path = paths[Math.max(0, index) % paths.length] as string;
    const startedAt = performance.now();
    const response = await fetch(origin + path);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    if (index >= 0) durations.push(performance.now() - startedAt);
  }
  const sorted = durations.toSorted((left, right) => left - right);
  return { p50: median(durations), p95: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN };
}
