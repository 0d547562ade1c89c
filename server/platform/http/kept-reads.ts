import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { guest } from '../actor.ts';
import type { AnswerCache } from '../cache/answer-cache.ts';
import type { MadeAnswer } from '../cache/kept-answer.ts';
import { placeOf, sendKept } from '../cache/kept-answers.ts';
import type { ShownTags } from '../cache/shown.ts';
import { utf8Of } from '../utf8.ts';
import { type Admission, admissionClassOf } from './admission.ts';
import { coerceQuery } from './coerce.ts';
import { entityTag, isKnownTo } from './conditional.ts';
import { beforeDeadline } from './deadline.ts';
import type { Operation } from './operation.ts';
import { serialiserOf } from './serialise.ts';

const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' };

type Query = Record<string, string>;
type Parts = { admission: Admission; cache: AnswerCache; shown: ShownTags };

/** Whether the response is the same for every guest. Searches are not cached: they have their own rate limit. */
export const isKeptRead = (
  endpoint: Endpoint,
  request: FastifyRequest,
  query: Query,
  shown: ShownTags,
): boolean =>
  shown.isKept(endpoint.id) && request.headers.authorization === undefined && query.search === undefined;

/**
 * Sends the response from the cache or renders it. Only the path and the declared query parameters are used, so that
 * it is valid for every guest.
 */
export async function answerKeptRead(
  request: FastifyRequest,
  reply: FastifyReply,
  { operation, query, parts }: { operation: Operation; query: Query; parts: Parts },
): Promise<FastifyReply> {
  const params = request.params as Record<string, string>;
  const declared = declaredOf(operation.endpoint, query);
  const key = `${operation.endpoint.id} ${JSON.stringify([params, declared])}`;
  const make = () => makeRead(operation, params, declared, parts);
  const { kept, made } = await beforeDeadline(parts.cache.get(key, placeOf(request), make));
  if (kept) return sendKept(request, reply, kept);
  return sendTagged(request, reply.code(made.status), made.body);
}

async function makeRead(
  { endpoint, run }: Operation,
  params: Record<string, string>,
  query: Query,
  { admission, shown }: Parts,
): Promise<MadeAnswer> {
  const call = { actor: guest, params, query, body: undefined, origin: null, wire: null };
  const answer = await beforeDeadline(admission.run(admissionClassOf(endpoint, query), () => run(call)));
  const body = serialiserOf(endpoint)(answer.status, answer.body);
  return { status: answer.status, headers, body, tags: shown.of(endpoint.id, answer.body) };
}

/**
 * The declared query parameters with normalised values in the order of the contract, so that equal requests share a
 * cache key. An invalid query stays unchanged and is refused by the operation.
 */
function declaredOf({ query }: Endpoint, given: Query): Query {
  if (!query) return {};
  const parsed = query.safeParse(coerceQuery(query, given));
  const values: Record<string, unknown> = parsed.success ? parsed.data : given;
  return Object.fromEntries(
    Object.keys(query.shape).flatMap((name) => {
      const value = values[name] ?? '';
      return value === '' ? [] : [[name, String(value)]];
    }),
  );
}

/** Sends a response with an ETag of its bytes, or 304 if the client has it. */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  type = headers['content-type'],
): FastifyReply {
  const bytes = utf8Of(text);
  const tag = entityTag(bytes);
  reply.header('etag', tag);
  if (isKnownTo(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.type(type).send(bytes);
}
