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

/** Whether a request gets what every guest gets. Searches are not kept: they have a limit of their own. */
export const isKeptRead = (
  endpoint: Endpoint,
  request: FastifyRequest,
  query: Query,
  shown: ShownTags,
): boolean =>
  shown.isKept(endpoint.id) && request.headers.authorization === undefined && query.search === undefined;

/** Answers from the cache, or as everybody would be answered: path and declared query are all that is looked at. */
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
  const leave = await admission.enter(admissionClassOf(endpoint, query));
  try {
    const call = { actor: guest, params, query, body: undefined, origin: null, wire: null };
    const answer = await beforeDeadline(run(call));
    const body = serialiserOf(endpoint)(answer.status, answer.body);
    return { status: answer.status, headers, body, tags: shown.of(endpoint.id, answer.body) };
  } finally {
    leave();
  }
}

/**
 * The declared part of a query with one spelling of each value, in the order of the contract: what makes no difference to
 * the response is no part of its key. A query that is not valid stays as it is and is refused when it is answered.
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

/** Sends an answer that is named by a tag of its bytes, unless the caller has it already. */
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
