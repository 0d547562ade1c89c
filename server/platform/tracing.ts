import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { TimedPart } from './timing.ts';

export type TracingSettings = { endpoint: string; serviceName: string; sampleRatio: number };
export type TracedRequest = {
  id: string;
  method: string;
  route: string;
  status: number;
  ms: number;
  parts: TimedPart[];
};
export type Tracing = {
  /** Whether the coming request is to be traced. */
  isSampled(): boolean;
  record(request: TracedRequest): void;
  /** Sends what has been recorded. */
  stop(): Promise<void>;
};

const exportTimeoutMs = 5_000;
const maxQueuedSpans = 4_096;
const firstServerError = 500;

/**
 * Sends traces to an OpenTelemetry collector. This module is imported only when one is configured. Spans are made when a
 * request has ended, so nothing of the request waits for them, and a collector that does not respond costs only the
 * spans. Contexts of callers are not trusted: every request is a trace of its own.
 */
export function startTracing(
  { endpoint, serviceName, sampleRatio }: TracingSettings,
  version: string,
): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: exportTimeoutMs });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: maxQueuedSpans,
        exportTimeoutMillis: exportTimeoutMs,
      }),
    ],
  });
  const tracer = provider.getTracer('news-site', version);

  function record({ id, method, route, status, ms, parts }: TracedRequest): void {
    const endTime = performance.timeOrigin + performance.now();
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'request.id': id,
    };
    const root = context.active();
    const span = tracer.startSpan(
      `${method} ${route}`,
      { kind: SpanKind.SERVER, startTime: endTime - ms, attributes, root: true },
      root,
    );
    if (status >= firstServerError) span.setStatus({ code: SpanStatusCode.ERROR });
    const inRequest = trace.setSpan(root, span);
    for (const part of parts) recordPart(part, inRequest);
    span.end(endTime);
  }

  function recordPart(
    { kind, endedAt, ms, sql }: TimedPart,
    inRequest: ReturnType<typeof context.active>,
  ): void {
    const isQuery = kind === 'query';
    const attributes = isQuery ? { 'db.system.name': 'postgresql', 'db.query.text': sql ?? '' } : {};
    const options = {
      kind: isQuery ? SpanKind.CLIENT : SpanKind.INTERNAL,
      startTime: endedAt - ms,
      attributes,
    };
    tracer.startSpan(kind, options, inRequest).end(endedAt);
  }

  return {
    isSampled: () => Math.random() < sampleRatio,
    record,
    stop: () => provider.shutdown(),
  };
}
