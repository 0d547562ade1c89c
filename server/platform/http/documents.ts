import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RenderedResponse } from '../cache/cached-response.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { requestTargetOf, sendCached } from '../cache/send-cached.ts';
import { networkOf } from '../network.ts';
import type { RateLimits } from '../rate-limits/rate-limits.ts';
import type { Admission } from './admission.ts';
import { sendWithEtag } from './cached-reads.ts';
import { withDeadline } from './deadline.ts';
import { toRoutePattern } from './route-pattern.ts';

/**
 * A public response that is neither a page nor part of the API: a feed, a sitemap, an image made on demand. It is the
 * same for every reader.
 */
export type Document = {
  /** The path in the format of the contract: `/feeds/{category}.xml`. */
  path: string;
  contentType: string;
  /** Whose rate limit and admission class it shares; pages by default. */
  cost?: 'page' | 'card';
  /** The query parameters that reach `render` beside those of the path; longer values do not. */
  query?: readonly string[];
  /** Throws `notFound` for parameters without a document. */
  render(params: Record<string, string>): Promise<RenderedDocument>;
};

export type RenderedDocument = {
  /** Text is compressed; bytes are sent as they are. */
  body: string | Buffer;
  /** The cache tags of its content; undefined if it must not be cached. */
  tags: string[] | undefined;
  /** Of this response, if it depends on the parameters. */
  contentType?: string;
  /** Redirects to this path instead of sending the body. */
  location?: string;
};

const maxQueryLength = 1_000;

type Options = { admission: Admission; limits: Pick<RateLimits, 'take'>; cache: ResponseCache };

/** Registers routes for documents. They share the cache of pages and, unless `cost` differs, their limits. */
export function registerDocuments(app: FastifyInstance, documents: Document[], options: Options): void {
  for (const document of documents)
    app.route({
      method: ['GET', 'HEAD'],
      url: toRoutePattern(document.path),
      handler: (request, reply) => sendDocument(request, reply, document, options),
    });
}

async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: Document,
  { admission, limits, cache }: Options,
): Promise<FastifyReply> {
  const { cost = 'page' } = document;
  const params = { ...declaredQuery(request, document), ...(request.params as Record<string, string>) };
  // Other query parameters are not part of the key: they do not reach the render.
  const key = `${document.path} ${JSON.stringify(params)}`;
  const render = () => admission.run(cost, () => renderDocument(document, params));
  const admit = () => limits.take(cost, networkOf(request.ip));
  const { cached, rendered } = await withDeadline(cache.get(key, requestTargetOf(request), render, admit));
  if (cached) return sendCached(request, reply, cached);
  if (rendered.status !== 200) return reply.code(rendered.status).headers(rendered.headers).send();
  return sendWithEtag(
    request,
    reply.headers(rendered.headers),
    rendered.body,
    rendered.headers['content-type'],
  );
}

function declaredQuery(request: FastifyRequest, { query = [] }: Document): Record<string, string> {
  const given = request.query as Record<string, unknown>;
  return Object.fromEntries(
    query.flatMap((name) => {
      const value = given[name];
      return typeof value === 'string' && value.length <= maxQueryLength ? [[name, value]] : [];
    }),
  );
}

async function renderDocument(
  { contentType: usualType, render }: Document,
  params: Record<string, string>,
): Promise<RenderedResponse> {
  const { location, contentType = usualType, ...rendered } = await render(params);
  if (location !== undefined) return { status: 302, headers: { location }, body: '', tags: undefined };
  const headers = { 'content-type': contentType, 'cache-control': 'no-cache' };
  return { status: 200, headers, ...rendered };
}
