import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { guest } from '../actor.ts';
import type { CacheTags } from '../cache/cache-tags.ts';
import type { RenderedResponse } from '../cache/cached-response.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { requestTargetOf, sendCached } from '../cache/send-cached.ts';
import { encodeUtf8 } from '../utf8.ts';
import { type Admission, admissionClassOf } from './admission.ts';
import { coerceQuery } from './coerce.ts';
import { entityTag, matchesEtag } from './conditional.ts';
import { withDeadline } from './deadline.ts';
import type { Operation } from './operation.ts';
import { serialiserOf } from './serialise.ts';

const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' };

type Query = Record<string, string>;
type Options = { admission: Admission; cache: ResponseCache; cacheTags: CacheTags };

/** Whether the response is the same for every guest. Searches are not cached: they have their own rate limit. */
export const isCacheableRead = (
  endpoint: Endpoint,
  request: FastifyRequest,
  query: Query,
  cacheTags: CacheTags,
): boolean =>
  cacheTags.isCacheable(endpoint.id) &&
  request.headers.authorization === undefined &&
  query.search === undefined;

/**
 * Sends the response from the cache or renders it. Only the path and the declared query parameters are used, so that
 * it is valid for every guest.
 */
export async function sendCachedRead(
  request: FastifyRequest,
  reply: FastifyReply,
  { operation, query, options }: { operation: Operation; query: Query; options: Options },
): Promise<FastifyReply> {
  const params = request.params as Record<string, string>;
  const declaredQuery = normaliseQuery(operation.endpoint, query);
  const key = `${operation.endpoint.id} ${JSON.stringify([params, declaredQuery])}`;
  const render = () => renderRead(operation, params, declaredQuery, options);
  const { cached, rendered } = await withDeadline(options.cache.get(key, requestTargetOf(request), render));
  if (cached) return sendCached(request, reply, cached);
  return sendWithEtag(request, reply.code(rendered.status), rendered.body);
}

async function renderRead(
  { endpoint, run }: Operation,
  params: Record<string, string>,
  query: Query,
  { admission, cacheTags }: Options,
): Promise<RenderedResponse> {
  const call = { actor: guest, params, query, body: undefined, origin: null, rawRequest: null };
  const response = await withDeadline(admission.run(admissionClassOf(endpoint, query), () => run(call)));
  const body = serialiserOf(endpoint)(response.status, response.body);
  return { status: response.status, headers, body, tags: cacheTags.tagsOf(endpoint.id, response.body) };
}

/**
 * The declared query parameters with normalised values in the order of the contract, so that equal requests share a
 * cache key. An invalid query stays unchanged and is refused by the operation.
 */
function normaliseQuery({ query }: Endpoint, given: Query): Query {
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
export function sendWithEtag(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string | Buffer,
  type = headers['content-type'],
): FastifyReply {
  const bytes = typeof body === 'string' ? encodeUtf8(body) : body;
  const tag = entityTag(bytes);
  reply.header('etag', tag);
  if (matchesEtag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.type(type).send(bytes);
}
