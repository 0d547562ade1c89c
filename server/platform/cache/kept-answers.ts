import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isKnownTo } from '../http/conditional.ts';
import { hasOneHost } from '../http/edge.ts';
import type { RequestLog } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { networkOf } from '../network.ts';
import type { RateLimits } from '../rate-limits/rate-limits.ts';
import type { AnswerCache, Found, Place } from './answer-cache.ts';
import { type Encoding, encodingFor, type HeaderLines, type KeptAnswer } from './kept-answer.ts';

type Parts = {
  cache: AnswerCache;
  limits: Pick<RateLimits, 'take'>;
  /** The client address as Fastify determines it. */
  addressOf(request: IncomingMessage): string;
  writeLine: RequestLog;
  metrics: Pick<Metrics, 'observe'>;
  /** Whether the server is under load, when a stale response is better than a refusal. */
  isPressed(): boolean;
};

type Chosen = Found & { encoding: Encoding; lines: HeaderLines };

const isRead = (method: string) => method === 'GET' || method === 'HEAD';
const isApi = (url: string) => url.startsWith('/api/');

/**
 * Creates the request listener that sends cached responses before Fastify handles the request, which would cost more
 * than sending them, and still does so when other work is refused under load. Requests with a token or from another
 * origin take the slow path, and so do those whose rate limit is used up, which get the error response there.
 */
export function keptFirst(framework: RequestListener, parts: Parts): RequestListener {
  const { cache, limits, addressOf, isPressed } = parts;

  function choose(request: IncomingMessage): Chosen | undefined {
    const { method = '', url = '', headers } = request;
    if (!isRead(method) || headers.authorization !== undefined || headers.origin !== undefined)
      return undefined;
    const found = cache.find(url, { mayBeOld: isPressed() });
    if (!found || !hasOneHost(request)) return undefined;
    const encoding = encodingFor(headers['accept-encoding'], found.answer);
    const lines = found.answer.lines[encoding];
    return lines && { ...found, encoding, lines };
  }

  return (request, response) => {
    const chosen = choose(request);
    if (!chosen) return framework(request, response);
    if (!isApi(request.url ?? '')) return send(request, response, chosen, parts);
    limits.take('address', networkOf(addressOf(request))).then(
      () => send(request, response, chosen, parts),
      () => framework(request, response),
    );
  };
}

/** Sends the response to a write only when the invalidations that it caused have been received. */
export function answerAfterChanges(app: FastifyInstance, settled: () => Promise<void>): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (isRead(request.method)) return done(null, payload);
    void settled().then(() => done(null, payload));
  });
}

/** Fastify does not see this request, so its log line and metrics are written here. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  chosen: Chosen,
  { writeLine, metrics }: Pick<Parts, 'writeLine' | 'metrics'>,
): void {
  const since = performance.now();
  const reqId = randomUUID();
  write(request, response, chosen, reqId);
  const ms = Math.round((performance.now() - since) * 10) / 10;
  const { method = '' } = request;
  const { route } = chosen;
  const status = response.statusCode;
  writeLine({ reqId, method, route, status, ms });
  metrics.observe({ method, route, status, seconds: ms / 1000 });
}

function write(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  { answer, encoding, lines }: Chosen,
  id: string,
): void {
  if (isKnownTo(headers['if-none-match'], answer.etag)) {
    response.writeHead(304, lines.known.concat('x-request-id', id)).end();
    return;
  }
  response.writeHead(200, lines.whole.concat('x-request-id', id));
  if (method === 'HEAD') response.end();
  else response.end(bodyOf(answer, encoding));
}

const bodyOf = ({ bodies }: KeptAnswer, encoding: Encoding): Buffer => bodies[encoding] ?? bodies.identity;

export const placeOf = ({ url, routeOptions }: FastifyRequest): Place => ({
  url,
  route: routeOptions.url ?? 'none',
});

/** Sends a cached response on the slow path and stores its headers for the fast path. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, answer: KeptAnswer): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding'], answer);
  const body = bodyOf(answer, encoding);
  reply.code(200).headers(answer.headers).header('etag', answer.etag);
  if (answer.bodies.br) reply.header('vary', withAcceptEncoding(reply.getHeader('vary')));
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  if (request.headers.origin === undefined) answer.lines[encoding] ??= linesOf(reply, body);
  if (isKnownTo(request.headers['if-none-match'], answer.etag)) return reply.code(304).send();
  return reply.send(body);
}

const withAcceptEncoding = (vary: unknown): string =>
  [...new Set([...String(vary ?? '').split(/,\s*/), 'accept-encoding'])].filter(Boolean).join(', ');

function linesOf(reply: FastifyReply, { length }: Buffer): HeaderLines {
  const known = Object.entries(reply.getHeaders())
    .filter(([name]) => name !== 'x-request-id')
    .flatMap(([name, value]) => [name, String(value)]);
  return { known, whole: [...known, 'content-length', String(length)] };
}
