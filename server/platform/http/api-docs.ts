import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import absolutePath from 'swagger-ui-dist/absolute-path.js';
import { html } from '../html.ts';
import { openApiDocument } from './openapi.ts';

const policy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";
const files = ['swagger-ui.css', 'swagger-ui-bundle.js'];

const page = (siteName: string): string =>
  html`<!doctype html>
<html lang="ru">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>API | ${siteName}</title>
<link rel="stylesheet" href="/api/v1/docs/swagger-ui.css">
<main id="api"></main>
<script src="/api/v1/docs/swagger-ui-bundle.js"></script>
<script src="/api/v1/docs/start.js"></script>
</html>
`.markup;
/**
 * A separate file, because the content security policy forbids inline scripts. The validator is disabled because it
 * would call another host.
 */
const startScript =
  "SwaggerUIBundle({ url: '/api/v1/openapi.json', dom_id: '#api', deepLinking: true, validatorUrl: null });";

/** Serves the API description at `/api/v1/openapi.json` and its interactive documentation at `/api/v1/docs/`. */
export async function addApiDocs(
  app: FastifyInstance,
  { publicUrl, siteName }: { publicUrl: string; siteName: string },
): Promise<void> {
  let description: string | undefined;
  app.get('/api/v1/openapi.json', async (_request, reply) => {
    description ??= JSON.stringify(openApiDocument(publicUrl, siteName));
    return reply.type('application/json; charset=utf-8').send(description);
  });
  app.get('/api/v1/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page(siteName)),
  );
  app.get('/api/v1/docs/start.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(startScript),
  );
  await app.register(fastifyStatic, {
    root: absolutePath(),
    prefix: '/api/v1/docs/',
    serve: true,
    wildcard: true,
    index: false,
    decorateReply: false,
    allowedPath: (path) => files.includes(path.replace(/^\//, '')),
    maxAge: '1d',
  });
}
