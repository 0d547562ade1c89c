import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import absolutePath from 'swagger-ui-dist/absolute-path.js';
import { html } from '../html.ts';
import { networkOf } from '../network.ts';
import type { RateLimits } from '../rate-limits/rate-limits.ts';
import { sendFixed } from './fixed-response.ts';
import { openApiDocument } from './openapi.ts';

const policy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";
const files = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' };

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

type Options = { publicUrl: string; siteName: string; limits: Pick<RateLimits, 'take'> };

/**
 * Serves the API description at `/api/v1/openapi.json` and its interactive documentation at `/api/v1/docs/`, within the
 * rate limit of the API.
 */
export function addApiDocs(app: FastifyInstance, { publicUrl, siteName, limits }: Options): void {
  const onRequest = (request: FastifyRequest) => limits.take('address', networkOf(request.ip));
  const serve = (path: string, contentType: string, body: () => string, headers = {}) =>
    app.get(
      `/api/v1/${path}`,
      { onRequest },
      sendFixed(() => ({
        headers: { 'content-type': `${contentType}; charset=utf-8`, ...headers },
        body: body(),
      })),
    );
  serve('openapi.json', 'application/json', () => JSON.stringify(openApiDocument(publicUrl, siteName)));
  serve('docs', 'text/html', () => page(siteName), { 'content-security-policy': policy });
  serve('docs/start.js', 'text/javascript', () => startScript);
  for (const [file, contentType] of Object.entries(files))
    serve(`docs/${file}`, contentType, () => readFileSync(join(absolutePath(), file), 'utf8'), {
      'cache-control': 'public, max-age=86400',
    });
}
