import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Endpoint, isWrite } from '#contract/endpoint.ts';
import { t } from '#locales/index.ts';
import { type Actor, type Authenticate, guest } from '../actor.ts';
import type { CacheTags } from '../cache/cache-tags.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { AppError, storageFull, storageReadOnly, tokenNotValid, wrongMediaType } from '../errors.ts';
import type { FreeSpace } from '../free-space.ts';
import type { Idempotency, IdempotentExecution } from '../idempotency/idempotency.ts';
import { networkOf } from '../network.ts';
import type { RateLimits } from '../rate-limits/rate-limits.ts';
import { runWithContext } from '../request-context.ts';
import { type Admission, type AdmissionClass, admissionClassOf } from './admission.ts';
import { isCacheableRead, sendCachedRead, sendWithEtag } from './cached-reads.ts';
import { fileFieldsOf } from './coerce.ts';
import { expectedVersions } from './conditional.ts';
import { withDeadline } from './deadline.ts';
import { toErrorResponse } from './error-response.ts';
import { type HttpResponse, type Operation, requireRole } from './operation.ts';
import { toRoutePattern } from './route-pattern.ts';
import { serialiserOf } from './serialise.ts';

/** A write that starts later than this after its authentication is authenticated again. */
const authenticationLifetimeMs = 1_000;

const apiMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route is served while others are refused under load. */
    isCritical?: boolean;
  }
  interface FastifyRequest {
    actor: Actor;
    /** Time of authentication (`performance.now()`). */
    authenticatedAt: number;
  }
}

export type ApiOptions = {
  operations: Operation[];
  authenticate: Authenticate;
  admission: Admission;
  limits: RateLimits;
  freeSpace: FreeSpace;
  idempotency: Idempotency;
  cache: ResponseCache;
  cacheTags: CacheTags;
};

/**
 * Registers a Fastify route for every operation. Rate limits, authentication and the role are checked before the body
 * is read, admission comes after it. Other methods of a known path return 405 with `Allow`.
 */
export function registerOperations(app: FastifyInstance, options: ApiOptions): void {
  const { operations, admission, idempotency, cacheTags } = options;
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
        config: {
          isCritical: endpoint.isCritical === true,
          isWrite: isWrite(endpoint),
          ...(fileFields && { fileFields }),
        },
        onRequest: (request, reply) => prepareRequest(endpoint, options, request, reply),
        handler: async (request, reply) => {
          const query = queryOf(request);
          if (isCacheableRead(endpoint, request, query, cacheTags))
            return sendCachedRead(request, reply, { operation, query, options });
          await authenticateAgain(endpoint, options, request);
          const call = {
            actor: request.actor,
            params: request.params as Record<string, string>,
            query,
            body: request.body,
            origin: { address: request.ip, userAgent: request.headers['user-agent'] ?? '' },
            rawRequest: { headers: request.headers, address: request.ip, text: request.bodyText },
            expectedVersions: expectedVersions(request.headers['if-match']),
            executeOnce: idempotentExecutionOf(endpoint, request, idempotency),
          };
          // Admission comes after the body has been read: a slow sender must not hold a slot. The memory for the body
          // itself is admitted before it is read (body.ts).
          const context = { actor: request.actor, address: request.ip };
          const work = admission.run(admissionClassOf(endpoint, call.query), () =>
            runWithContext(context, () => run(call)),
          );
          return send(request, reply, await withDeadline(work), endpoint);
        },
      });
  }
  refuseOtherMethods(app, operations);
}

async function prepareRequest(
  endpoint: Endpoint,
  { limits, authenticate, freeSpace }: ApiOptions,
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
  if (endpoint.method !== 'GET') await limits.take('write', writeLimitKey(request));
  requireRole(endpoint, request.actor);
  requireSpace(endpoint, freeSpace);
  const mediaType = request.headers['content-type'];
  if (endpoint.isMultipartOnly && mediaType !== undefined && !/^multipart\/form-data\b/i.test(mediaType))
    throw wrongMediaType();
}

/** A GET that writes records the result of a payment. */
const neededMethods = new Set<string>(['GET', 'DELETE']);

/** With little space left, sessions and payments go on, and so does what frees space. */
function requireSpace(endpoint: Endpoint, freeSpace: FreeSpace): void {
  const level = freeSpace.level();
  if (level === 'enough' || !isWrite(endpoint)) return;
  if (level === 'read-only') throw storageReadOnly();
  const isNeeded = endpoint.isCritical || neededMethods.has(endpoint.method) || endpoint.id === 'logout';
  if (level === 'none' || !isNeeded) throw storageFull();
}

/** Authenticates a write whose body arrived slowly again: the session may have ended or the role been revoked. */
async function authenticateAgain(
  endpoint: Endpoint,
  { authenticate }: ApiOptions,
  request: FastifyRequest,
): Promise<void> {
  const isRecent = performance.now() - request.authenticatedAt < authenticationLifetimeMs;
  if (endpoint.method === 'GET' || request.actor.kind === 'guest' || isRecent) return;
  request.actor = await actorOf(request, authenticate);
  requireRole(endpoint, request.actor);
}

/** Guests cannot use idempotency keys, which are scoped by account. */
function idempotentExecutionOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  idempotency: Idempotency,
): IdempotentExecution | undefined {
  const key = request.headers['idempotency-key'];
  if (!endpoint.isIdempotent || request.actor.kind === 'guest') return undefined;
  return typeof key === 'string' && key !== ''
    ? idempotency.createExecution(request.actor.id, key)
    : undefined;
}

function refuseOtherMethods(app: FastifyInstance, operations: Operation[]): void {
  const routes = operations.flatMap(({ endpoint }) =>
    urlsOf(endpoint).map((url) => ({ url, method: endpoint.method })),
  );
  for (const [url, onPath] of Map.groupBy(routes, (route) => route.url)) {
    const allowed = onPath.map(({ method }) => method);
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

const writeLimitKey = ({ actor, ip }: FastifyRequest): string | number =>
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
  response: HttpResponse,
  endpoint: Endpoint,
): FastifyReply {
  reply.code(response.status).headers(response.headers ?? {});
  if (response.stream) {
    const { contentType = '' } = endpoint;
    const charset = contentType.startsWith('text/') ? '; charset=utf-8' : '';
    return reply.type(`${contentType}${charset}`).send(response.stream);
  }
  if (response.body === null) return reply.send();
  const text = serialiserOf(response.endpoint ?? endpoint)(response.status, response.body);
  if (endpoint.method === 'GET' && response.status === 200) return sendWithEtag(request, reply, text);
  return reply.type('application/json; charset=utf-8').send(text);
}

/** Sends any error of an API request in the shape of the contract, in Russian. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { isServerError, status, headers, body } = toErrorResponse(error);
  // A body that ends early means that the client closed the connection.
  const hasClientDisconnected = request.raw.destroyed && !request.raw.complete;
  if (isServerError && !hasClientDisconnected)
    request.log.error({ reqId: request.id, err: error }, 'request failed');
  return reply
    .code(status)
    .headers(headers ?? {})
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

export const notFoundBody = () => JSON.stringify({ detail: t('errors.notFound') });

const urlsOf = ({ path, aliasPaths: alsoAt = [] }: Endpoint): string[] =>
  [path, ...alsoAt].map(toRoutePattern);

/** One value for each name: the last one of a repeated name. */
function queryOf(request: FastifyRequest): Record<string, string> {
  const query = request.query as Record<string, string | string[]>;
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? (value.at(-1) ?? '') : value]),
  );
}
