import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { preloadModule } from 'react-dom';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';
import { createApiClient, type Transport } from '#web/api/client.ts';
import { apiContext } from '#web/api/context.ts';
import { NonceContext } from '#web/shell/nonce.ts';

/** The server renders with the very copy of the router that the context below belongs to. */
export { createRequestHandler } from 'react-router';
export { normalisePageUrl } from '#web/shell/page-url.ts';

const renderTimeoutMs = 3_000;
export const streamTimeout = renderTimeoutMs;

/** What loaders find in their `context` on the server: the API, reached through the given transport. */
export function createRequestContext(transport: Transport): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(apiContext, createApiClient(transport));
  return context;
}

/**
 * Renders a page to its end. The inline scripts carry a random mark, named in the header `x-script-nonce`, by
 * which the server finds and hashes them for the content policy.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const nonce = randomBytes(16).toString('base64url');
  const page = await renderPage(request, context, nonce);
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('x-script-nonce', nonce);
  const finalStatus = page.failed ? 500 : status;
  return new Response(request.method === 'HEAD' ? null : page.html, { status: finalStatus, headers });
}

const lowPriority = { as: 'script', fetchPriority: 'low' } as const;

/**
 * Preloads the scripts of the page with low priority, so that they do not compete with its styles, fonts and first
 * picture. The preloads of `<Scripts>` have a high priority; they come later in the HTML and find the requests sent.
 */
function ScriptPreloads({ context: { manifest, staticHandlerContext } }: { context: EntryContext }) {
  const routes = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id] ?? []);
  const scripts = [manifest.entry, ...routes].flatMap(({ module, imports = [] }) => [module, ...imports]);
  for (const script of [manifest.url, ...scripts]) preloadModule(script, lowPriority);
  return null;
}

type RenderedPage = { html: string; failed: boolean };

function renderPage(request: Request, context: EntryContext, nonce: string): Promise<RenderedPage> {
  return new Promise((resolve, reject) => {
    let failed = false;
    const stream = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ScriptPreloads context={context} />
        <ServerRouter context={context} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        // No limit: beyond it React sends content out of order and inserts it with a script.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          clearTimeout(deadline);
          const output = new PassThrough();
          text(output).then((html) => resolve({ html, failed }), reject);
          stream.pipe(output);
        },
        onShellError(error) {
          clearTimeout(deadline);
          reject(error);
        },
        onError() {
          failed = true;
        },
      },
    );
    const deadline = setTimeout(() => stream.abort(new Error('Rendering took too long')), renderTimeoutMs);
  });
}
