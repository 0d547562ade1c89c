import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isColleague } from '#contract/permissions.ts';
import type { Actor } from '../actor.ts';
import type { Metrics } from '../metrics.ts';
import { type RequestTiming, runWithTiming } from '../timing.ts';
import type { Tracing } from '../tracing.ts';

const clientClosedRequestStatus = 499;
const timings = new WeakMap<object, RequestTiming>();

/**
 * Counts every request by its route template, and reports timings to staff in `Server-Timing`: the number of queries
 * tells what others must not learn, a hidden post from an unknown one. With `tracing`, each sampled request becomes a trace.
 */
export function observeRequests(
  app: FastifyInstance,
  metrics: Pick<Metrics, 'observe'>,
  tracing?: Tracing,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, url } = request;
    const timing: RequestTiming = { method, url, queries: 0, dbMs: 0 };
    if (tracing?.isSampled()) timing.parts = [];
    timings.set(request, timing);
    runWithTiming(timing, done);
  });
  app.addHook('onSend', async (request, reply) => {
    const timing = timings.get(request);
    if (timing && timing.queries > 0 && isStaff(request.actor))
      reply.header('server-timing', serverTiming(timing, reply.elapsedTime));
  });
  onRequestEnd(app, (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    const status = sentStatus(reply);
    metrics.observe({ method, route, status, seconds: reply.elapsedTime / 1000 });
    const parts = timings.get(request)?.parts;
    if (parts) tracing?.record({ id: request.id, method, route, status, ms: reply.elapsedTime, parts });
  });
}

/** Runs `work` once for each request, when its response was sent or the client disconnected. */
export function onRequestEnd(
  app: FastifyInstance,
  work: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => work(request, reply));
    done();
  });
}

/** The status of a response; 499, as in nginx, if the client disconnected before it was sent. */
export const sentStatus = ({ raw, statusCode }: FastifyReply): number =>
  raw.writableFinished ? statusCode : clientClosedRequestStatus;

/** Pages and documents have no actor. */
const isStaff = (actor: Actor | undefined): boolean =>
  actor?.kind === 'user' && isColleague(actor.permissions);

function serverTiming({ queries, dbMs }: RequestTiming, totalMs: number): string {
  return `db;dur=${dbMs.toFixed(1)};desc="${queries}", total;dur=${totalMs.toFixed(1)}`;
}
