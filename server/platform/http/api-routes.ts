import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { t } from '#text/index.ts';
import { type Actor, type Authenticate, guest } from '../actor.ts';
import type { AnswerCache } from '../cache/answer-cache.ts';
import type { ShownTags } from '../cache/shown.ts';
import { AppError, tokenNotValid, wrongMediaType } from '../errors.ts';
import type { Idempotency, Once } from '../idempotency/idempotency.ts';
import { networkOf } from '../network.ts';
import type { RateLimits } from '../rate-limits/rate-limits.ts';
import { type Admission, type AdmissionClass, admissionClassOf } from './admission.ts';
import { fileFieldsOf } from './coerce.ts';
import { expectedVersions } from './conditional.ts';
import { beforeDeadline } from './deadline.ts';
import { answerForError } from './error-answer.ts';
import { answerKeptRead, isKeptRead, sendTagged } from './kept-reads.ts';
import { type Answer, type Operation, requireRole } from './operation.ts';
import { serialiserOf } from './serialise.ts';

/** A write that starts later than this after its authentication is authenticated again. */
const authenticationLifeMs = 1_000;

const apiMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route is served while others are refused under load. */
    isVital?: boolean;
  }
  interface FastifyRequest {
    actor: Actor;
    /** Time of authentication (`performance.now()`). */
    authenticatedAt: number;
  }
}

export type ApiParts = {
  operations: Operation[];
  authenticate: Authenticate;
  admission: Admission;
  limits: RateLimits;
  idempotency: Idempotency;
  cache: AnswerCache;
  shown: ShownTags;
};

/**
 * Registers a Fastify route for every operation. Rate limits, authentication and the role are checked before the body
 * is read, admission comes after it. Other methods of a known path return 405 with `Allow`.
 */
export function registerOperations(app: FastifyInstance, parts: ApiParts): void {
  const { operations, admission, idempotency, shown } = parts;
  app.decorateRequest('actor');
  app.decorateRequest('authenticatedAt', 0);
  for (const operation of operations) {
    const { endpoint, run } = operation;
    serialiserOf(endpoint);
    const fileFields = endpoint.body && fileFieldsOf(endpoint.body);
    for (const url of urlsOf(endpoint))
      app.route({
        method: endpoint.method,
        url,
        config: { isVital: endpoint.isVital === true, ...(fileFields && { fileFields }) },
        onRequest: (request, reply) => enter(endpoint, parts, request, reply),
        handler: async (request, reply) => {
          const query = queryOf(request);
          if (isKeptRead(endpoint, request, query, shown))
            return answerKeptRead(request, reply, { operation, query, parts });
          await authenticateAgain(endpoint, parts, request);
          const call = {
            actor: request.actor,
            params: request.params as Record<string, string>,
            query,
            body: request.body,
            origin: { address: request.ip, userAgent: request.headers['user-agent'] ?? '' },
            wire: { headers: request.headers, address: request.ip, text: request.bodyText },
            expectedVersions: expectedVersions(request.headers['if-match']),
            once: onceOf(endpoint, request, idempotency),
          };
          // Admission comes after the body has been read: a slow sender must not hold a slot. The memory for the body
          // itself is admitted before it is read (body.ts).
          const work = admission.run(admissionClassOf(endpoint, call.query), () => run(call));
          return send(request, reply, await beforeDeadline(work), endpoint);
        },
      });
  }
  refuseOtherMethods(app, operations);
}

async function enter(
  endpoint: Endpoint,
  { limits, authenticate }: ApiParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  // Responses to users and to writes must not be cached. Others can be stored and revalidated by their ETag.
  const isPublic = endpoint.method === 'GET' && request.headers.authorization === undefined;
  reply.header('cache-control', isPublic ? 'no-cache' : 'private, no-store');
  const kind = admissionClassOf(endpoint, queryOf(request));
  await limitAddress(limits, request, kind);
  request.actor = endpoint.auth === 'ignored' ? guest : await actorOf(request, authenticate);
  request.authenticatedAt = performance.now();
  if (endpoint.method !== 'GET') await limits.take('write', writerOf(request));
  requireRole(endpoint, request.actor);
  const mediaType = request.headers['content-type'];
  if (endpoint.isMultipartOnly && mediaType !== undefined && !/^multipart\/form-data\b/i.test(mediaType))
    throw wrongMediaType();
}

/** Authenticates a write whose body arrived slowly again: the session may have ended or the role been revoked. */
async function authenticateAgain(
  endpoint: Endpoint,
  { authenticate }: ApiParts,
  request: FastifyRequest,
): Promise<void> {
  const isRecent = performance.now() - request.authenticatedAt < authenticationLifeMs;
  if (endpoint.method === 'GET' || request.actor.kind === 'guest' || isRecent) return;
  request.actor = await actorOf(request, authenticate);
  requireRole(endpoint, request.actor);
}

/** Guests cannot use idempotency keys, which are scoped by account. */
function onceOf(endpoint: Endpoint, request: FastifyRequest, idempotency: Idempotency): Once | undefined {
  const key = request.headers['idempotency-key'];
  if (!endpoint.isIdempotent || request.actor.kind === 'guest') return undefined;
  return typeof key === 'string' && key !== '' ? idempotency.onceFor(request.actor.id, key) : undefined;
}

function refuseOtherMethods(app: FastifyInstance, operations: Operation[]): void {
  const places = operations.flatMap(({ endpoint }) =>
    urlsOf(endpoint).map((url) => ({ url, method: endpoint.method })),
  );
  for (const [url, ofPath] of Map.groupBy(places, (place) => place.url)) {
    const allowed = ofPath.map(({ method }) => method);
    const others = apiMethods.filter((method) => !allowed.includes(method));
    if (others.length === 0) continue;
    app.route({
      method: others,
      url,
      onRequest: async (request, reply) => {
        reply.header('allow', allowed.join(', '));
        throw new AppError('methodNotAllowed', {
          message: { key: 'errors.methodNotAllowed', values: { method: request.method } },
        });
      },
      handler: async () => undefined,
    });
  }
}

async function limitAddress(
  limits: RateLimits,
  request: FastifyRequest,
  kind: AdmissionClass,
): Promise<void> {
  const network = networkOf(request.ip);
  await limits.take('address', network);
  if (kind === 'search') await limits.take('search', network);
}

const writerOf = ({ actor, ip }: FastifyRequest): string | number =>
  actor.kind === 'user' ? actor.id : networkOf(ip);

/**
 * A guest without a bearer token. An invalid token is 401 on public operations too: the 401 makes clients refresh it.
 */
async function actorOf(request: FastifyRequest, authenticate: Authenticate): Promise<Actor> {
  const [scheme = '', token = ''] = (request.headers.authorization ?? '').trim().split(/\s+/);
  if (scheme.toLowerCase() !== 'bearer' || token === '') return guest;
  if (token.length > 4096) throw tokenNotValid();
  return authenticate(token, { fresh: request.method !== 'GET' && request.method !== 'HEAD' });
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  endpoint: Endpoint,
): FastifyReply {
  reply.code(answer.status).headers(answer.headers ?? {});
  if (answer.body === null) return reply.send();
  const text = serialiserOf(answer.endpoint ?? endpoint)(answer.status, answer.body);
  if (endpoint.method === 'GET' && answer.status === 200) return sendTagged(request, reply, text);
  return reply.type('application/json; charset=utf-8').send(text);
}

/** Sends any error of an API request in the shape of the contract, in Russian. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { isOurFault, status, headers, body } = answerForError(error);
  // A body that ends early means that the client closed the connection.
  const isCallerGone = request.raw.destroyed && !request.raw.complete;
  if (isOurFault && !isCallerGone) request.log.error({ reqId: request.id, err: error }, 'request failed');
  return reply
    .code(status)
    .headers(headers ?? {})
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

export const notFoundBody = () => JSON.stringify({ detail: t('errors.notFound') });

const urlsOf = ({ path, alsoAt = [] }: Endpoint): string[] =>
  [path, ...alsoAt].map((place) => place.replace(/\{(\w+)\}/g, ':$1'));

/** One value for each name: the last one of a repeated name. */
function queryOf(request: FastifyRequest): Record<string, string> {
  const query = request.query as Record<string, string | string[]>;
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? (value.at(-1) ?? '') : value]),
  );
}
