import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { t } from '#text/index.ts';
import { type Actor, type Authenticate, guest } from '../actor.ts';
import { AppError, tokenNotValid, unavailable, wrongMediaType } from '../errors.ts';
import type { Idempotency, Once } from '../idempotency/idempotency.ts';
import { type Admission, admissionClassOf } from './admission.ts';
import { entityTag, expectedVersions, isKnownTo } from './conditional.ts';
import { answerForError } from './error-answer.ts';
import { type Answer, type Operation, requireRole } from './operation.ts';
import { serialiserOf } from './serialise.ts';

/** The client gives up after 10 s (specification 9); we answer well before. */
const requestDeadlineMs = 8_000;

const apiMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor;
    leaveAdmission: (() => void) | null;
  }
}

export type ApiParts = {
  operations: Operation[];
  authenticate: Authenticate;
  admission: Admission;
  idempotency: Idempotency;
};

/**
 * Makes a Fastify route of every operation. Admission, authentication and the role come before the body is read;
 * methods that a known path does not have answer 405 with `Allow`.
 */
export function registerOperations(app: FastifyInstance, parts: ApiParts): void {
  const { operations, idempotency } = parts;
  app.decorateRequest('actor');
  app.decorateRequest('leaveAdmission', null);
  for (const { endpoint, run } of operations) {
    serialiserOf(endpoint);
    for (const url of urlsOf(endpoint))
      app.route({
        method: endpoint.method,
        url,
        onRequest: (request, reply) => enter(endpoint, parts, request, reply),
        onResponse: async (request) => request.leaveAdmission?.(),
        handler: async (request, reply) => {
          const answer = await beforeDeadline(
            run({
              actor: request.actor,
              params: request.params as Record<string, string>,
              query: queryOf(request),
              body: request.body,
              origin: { address: request.ip, userAgent: request.headers['user-agent'] ?? '' },
              expectedVersions: expectedVersions(request.headers['if-match']),
              once: onceOf(endpoint, request, idempotency),
            }),
          );
          return send(request, reply, answer, endpoint);
        },
      });
  }
  refuseOtherMethods(app, operations);
}

async function enter(
  endpoint: Endpoint,
  { admission, authenticate }: ApiParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  // What is personal or changes something stays in no cache; the rest may be kept, and asked about by its tag.
  const isPublic = endpoint.method === 'GET' && request.headers.authorization === undefined;
  reply.header('cache-control', isPublic ? 'no-cache' : 'private, no-store');
  request.leaveAdmission = await admission.enter(admissionClassOf(endpoint, queryOf(request)));
  request.actor = endpoint.auth === 'ignored' ? guest : await actorOf(request, authenticate);
  requireRole(endpoint, request.actor);
  const mediaType = request.headers['content-type'];
  if (endpoint.isMultipartOnly && mediaType !== undefined && !/^multipart\/form-data\b/i.test(mediaType))
    throw wrongMediaType();
}

/** Guests cannot name their requests: names are told apart by account. */
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

/** Anonymous without a bearer token; 401 for a token that is not valid, on public operations too (contract 1.3). */
async function actorOf(request: FastifyRequest, authenticate: Authenticate): Promise<Actor> {
  const [scheme = '', token = ''] = (request.headers.authorization ?? '').trim().split(/\s+/);
  if (scheme.toLowerCase() !== 'bearer' || token === '') return guest;
  if (token.length > 4096) throw tokenNotValid();
  return authenticate(token, { fresh: request.method !== 'GET' && request.method !== 'HEAD' });
}

async function beforeDeadline(work: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable()), requestDeadlineMs);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
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
  if (endpoint.method === 'GET' && answer.status === 200) {
    const tag = entityTag(text);
    reply.header('etag', tag);
    if (isKnownTo(request.headers['if-none-match'], tag)) return reply.code(304).send();
  }
  return reply.type('application/json; charset=utf-8').send(text);
}

/** Answers any error of an API request in the contract's shape, in Russian. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { isOurFault, status, headers, body } = answerForError(error);
  if (isOurFault) request.log.error({ err: error }, 'request failed');
  return reply
    .code(status)
    .headers(headers ?? {})
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

export const notFoundBody = () => JSON.stringify({ detail: t('errors.notFound') });

const urlsOf = ({ path, alsoAt = [] }: Endpoint): string[] =>
  [path, ...alsoAt].map((place) => place.replace(/\{(\w+)\}/g, ':$1'));

/** One value for each name: of a repeated name the last one counts. */
function queryOf(request: FastifyRequest): Record<string, string> {
  const query = request.query as Record<string, string | string[]>;
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? (value.at(-1) ?? '') : value]),
  );
}
