import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { contentTypes, isStoredPath, mediaPrefix } from '../media-url.ts';
import type { Storage } from './storage.ts';

const yearSeconds = 31_536_000;

/**
 * Serves stored pictures. Other origins may embed them, but they cannot execute anything: the content type is fixed
 * and their policy is a sandbox. Paths that the server does not generate are 404.
 */
export function serveStored(app: FastifyInstance, storage: Storage): void {
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: `${mediaPrefix}*`,
    async handler(request, reply) {
      const path = request.params['*'];
      if (!isStoredPath(path)) throw new AppError('notFound');
      const tag = `"${path}"`;
      const isKnown = request.headers['if-none-match'] === tag;
      const bytes = isKnown ? undefined : await storage.get(path);
      if (!isKnown && !bytes) throw new AppError('notFound');
      reply
        .header('cache-control', `public, max-age=${yearSeconds}, immutable`)
        .header('etag', tag)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cross-origin-resource-policy', 'cross-origin');
      if (!bytes) return reply.code(304).send();
      return reply.type(contentTypes[path.endsWith('.avif') ? 'avif' : 'webp']).send(Buffer.from(bytes));
    },
  });
}
