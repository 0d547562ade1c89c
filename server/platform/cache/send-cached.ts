import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../http/conditional.ts';
import { hasSingleHost } from '../http/server-limits.ts';
import type { RequestLog } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { networkOf } from '../network.ts';
import type { RateLimits } from '../rate-limits/rate-limits.ts';
import { type CachedResponse, type Encoding, type HeaderLines, selectEncoding } from './cached-response.ts';
import type { CacheHit, RequestTarget, ResponseCache } from './response-cache.ts';

type Options = {
  cache: ResponseCache;
  limits: Pick<RateLimits, 'take'>;
  /** The client address as Fastify determines it. */
  getAddress(request: IncomingMessage): string;
  logRequest: RequestLog;
  metrics: Pick<Metrics, 'observe'>;
  /** Whether the server is under load, when a stale response is better than a refusal. */
  isUnderLoad(): boolean;
};

type SendableHit = CacheHit & { encoding: Encoding; headerLines: HeaderLines };

const isRead = (method: string) => method === 'GET' || method === 'HEAD';
const isApi = (url: string) => url.startsWith('/api/');

/**
 * Creates the request listener that sends cached responses before Fastify handles the request, which would cost more
 * than sending them, and still does so when other work is refused under load. Requests with a token or from another
 * origin take the slow path, and so do those whose rate limit is used up, which get the error response there.
 */
export function createCachedFirstListener(
  handleWithFastify: RequestListener,
  options: Options,
): RequestListener {
  const { cache, limits, getAddress, isUnderLoad } = options;

  function findSendable(request: IncomingMessage): SendableHit | undefined {
    const { method = '', url = '', headers } = request;
    if (!isRead(method) || headers.authorization !== undefined || headers.origin !== undefined)
      return undefined;
    const found = cache.find(url, { allowStale: isUnderLoad() });
    if (!found || !hasSingleHost(request)) return undefined;
    const encoding = selectEncoding(headers['accept-encoding'], found.response);
    const headerLines = found.response.headerLines[encoding];
    return headerLines && { ...found, encoding, headerLines };
  }

  return (request, response) => {
    const hit = findSendable(request);
    if (!hit) return handleWithFastify(request, response);
    if (!isApi(request.url ?? '')) return send(request, response, hit, options);
    limits.take('address', networkOf(getAddress(request))).then(
      () => send(request, response, hit, options),
      () => handleWithFastify(request, response),
    );
  };
}

/** Sends the response to a write only when the invalidations that it caused have been received. */
export function sendWritesAfterInvalidation(app: FastifyInstance, waitForChanges: () => Promise<void>): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (isRead(request.method)) return done(null, payload);
    void waitForChanges().then(() => done(null, payload));
  });
}

/** Fastify does not see this request, so its log line and metrics are written here. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  hit: SendableHit,
  { logRequest, metrics }: Pick<Options, 'logRequest' | 'metrics'>,
): void {
  const since = performance.now();
  const reqId = randomUUID();
  write(request, response, hit, reqId);
  const ms = Math.round((performance.now() - since) * 10) / 10;
  const { method = '' } = request;
  const { route } = hit;
  const status = response.statusCode;
  logRequest({ reqId, method, route, status, ms });
  metrics.observe({ method, route, status, seconds: ms / 1000 });
}

function write(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  { response: cached, encoding, headerLines }: SendableHit,
  id: string,
): void {
  if (matchesEtag(headers['if-none-match'], cached.etag)) {
    response.writeHead(304, headerLines.notModified.concat('x-request-id', id)).end();
    return;
  }
  response.writeHead(200, headerLines.full.concat('x-request-id', id));
  if (method === 'HEAD') response.end();
  else response.end(bodyOf(cached, encoding));
}

const bodyOf = ({ bodies }: CachedResponse, encoding: Encoding): Buffer =>
  bodies[encoding] ?? bodies.identity;

export const requestTargetOf = ({ url, routeOptions }: FastifyRequest): RequestTarget => ({
  url,
  route: routeOptions.url ?? 'none',
});

/** Sends a cached response on the slow path and stores its headers for the fast path. */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedResponse,
): FastifyReply {
  const encoding = selectEncoding(request.headers['accept-encoding'], cached);
  const body = bodyOf(cached, encoding);
  reply.code(200).headers(cached.headers).header('etag', cached.etag);
  if (cached.bodies.br) reply.header('vary', withAcceptEncoding(reply.getHeader('vary')));
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  if (request.headers.origin === undefined) cached.headerLines[encoding] ??= toHeaderLines(reply, body);
  if (matchesEtag(request.headers['if-none-match'], cached.etag)) return reply.code(304).send();
  return reply.send(body);
}

const withAcceptEncoding = (vary: unknown): string =>
  [...new Set([...String(vary ?? '').split(/,\s*/), 'accept-encoding'])].filter(Boolean).join(', ');

function toHeaderLines(reply: FastifyReply, { length }: Buffer): HeaderLines {
  const notModified = Object.entries(reply.getHeaders())
    .filter(([name]) => name !== 'x-request-id')
    .flatMap(([name, value]) => [name, String(value)]);
  return { notModified, full: [...notModified, 'content-length', String(length)] };
}
