import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { contentTypes, isStoredPath, mediaPrefix } from '../media-url.ts';
import type { Storage } from './storage.ts';

const yearSeconds = 31_536_000;

/**
 * Serves pictures, wherever they are stored. They may be shown by other sites' clients, but can never act: the type
 * is ours, and they get a policy of their own. Names that we do not make lead nowhere.
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
