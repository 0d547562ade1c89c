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
  /** Throws `notFound` for parameters without a document. */
  render(params: Record<string, string>): Promise<RenderedDocument>;
};

export type RenderedDocument = {
  /** Text is compressed; bytes are sent as they are. */
  body: string | Buffer;
  /** The cache tags of its content; undefined if it must not be cached. */
  tags: string[] | undefined;
  /** Redirects to this path instead of sending the body. */
  location?: string;
};

type Options = { admission: Admission; limits: Pick<RateLimits, 'take'>; cache: ResponseCache };

/** Registers routes for documents. They share the cache, the rate limit and the admission class of pages. */
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
  const params = request.params as Record<string, string>;
  // The query is not part of the key: it does not reach the render.
  const key = `${document.path} ${JSON.stringify(params)}`;
  const render = () => admission.run('page', () => renderDocument(document, params));
  const admit = () => limits.take('page', networkOf(request.ip));
  const { cached, rendered } = await withDeadline(cache.get(key, requestTargetOf(request), render, admit));
  if (cached) return sendCached(request, reply, cached);
  if (rendered.status !== 200) return reply.code(rendered.status).headers(rendered.headers).send();
  return sendWithEtag(request, reply.headers(rendered.headers), rendered.body, document.contentType);
}

async function renderDocument(
  { contentType, render }: Document,
  params: Record<string, string>,
): Promise<RenderedResponse> {
  const { location, ...rendered } = await render(params);
  if (location !== undefined) return { status: 302, headers: { location }, body: '', tags: undefined };
  const headers = { 'content-type': contentType, 'cache-control': 'no-cache' };
  return { status: 200, headers, ...rendered };
}
