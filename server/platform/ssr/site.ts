import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { createRequestHandler, RequestHandler, RouterContextProvider, ServerBuild } from 'react-router';
import { deletedPostCode } from '#contract/posts.ts';
import { trim } from '#contract/trim.ts';
import type { CacheTags } from '../cache/cache-tags.ts';
import type { CacheResult, RenderedResponse } from '../cache/cached-response.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { requestTargetOf, sendCached } from '../cache/send-cached.ts';
import { AppError } from '../errors.ts';
import { type Admission, isExpensiveQuery } from '../http/admission.ts';
import { sendWithEtag } from '../http/cached-reads.ts';
import { withDeadline } from '../http/deadline.ts';
import type { Dispatch } from '../http/dispatch.ts';
import { toErrorResponse } from '../http/error-response.ts';
import { networkOf } from '../network.ts';
import type { RateLimits } from '../rate-limits/rate-limits.ts';
import { serveStored } from '../storage/serve-stored.ts';
import type { Storage } from '../storage/storage.ts';
import { recordRender } from '../timing.ts';
import { applyScriptPolicy } from './content-policy.ts';
import { errorPage, errorPagePolicy } from './error-page.ts';
import { serveServiceWorker } from './service-worker.ts';

type SiteBuild = ServerBuild & {
  entry: {
    module: {
      createRequestContext(transport: Dispatch): RouterContextProvider;
      createRequestHandler: typeof createRequestHandler;
      normalisePageUrl(build: ServerBuild, url: URL): { path: string; query: URLSearchParams };
    };
  };
};

export type SiteOptions = {
  siteName: string;
  publicUrl: string;
  dispatch: Dispatch;
  admission: Admission;
  limits: Pick<RateLimits, 'take'>;
  cache: ResponseCache;
  cacheTags: CacheTags;
  /** Loads the built site; called for every request in development. */
  loadBuild(): Promise<unknown>;
  /** Folder of the built files for browsers; null in development. */
  clientFolder: string | null;
  storage: Storage;
  isDevelopment: boolean;
  /** Whether browsers may install the service worker. */
  offlineReading: boolean;
  /** The present path of a page that had this address on another site. */
  findRedirect(address: string): Promise<string | undefined>;
};

/** Adds the pages: React Router renders every path that is neither the API nor a file, always as for a guest. */
export async function addSite(app: FastifyInstance, options: SiteOptions): Promise<void> {
  serveStored(app, options.storage);
  serveServiceWorker(app, { ...options, isOn: options.offlineReading });
  if (options.clientFolder) await serveAssets(app, options.clientFolder);
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) => sendPage(request, reply, options),
  });
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') throw new AppError('notFound');
    reply.header('allow', 'GET, HEAD');
    throw new AppError('methodNotAllowed', {
      message: { key: 'errors.methodNotAllowed', values: { method: request.method } },
    });
  });
}

/** Files are served under overload too: a cached page without its styles and scripts is of no use. */
async function serveAssets(app: FastifyInstance, clientFolder: string): Promise<void> {
  await app.register(async (assets) => {
    assets.addHook('onRoute', (route) => {
      route.config = { ...route.config, isCritical: true };
    });
    await assets.register(fastifyStatic, {
      root: clientFolder,
      prefix: '/',
      wildcard: false,
      preCompressed: true,
      index: false,
      decorateReply: false,
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/');
        reply.header(
          'cache-control',
          isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        );
      },
    });
  });
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  options: SiteOptions,
): Promise<FastifyReply> {
  // The absolute form of a request line, which proxies use, names no page.
  if (!request.url.startsWith('/')) throw new AppError('notFound');
  // Concatenated, because a relative URL that begins with two slashes would name another host.
  const url = new URL(options.publicUrl + request.url);
  const hasFinalSlash = url.pathname !== '/' && url.pathname.endsWith('/');
  // The addresses of other systems end in a slash, or are those of a page: `/?p=123`.
  if (hasFinalSlash || (url.pathname === '/' && /[?&](p|page_id)=\d/.test(url.search))) {
    const moved = await findMoved(url, request, options);
    if (moved !== undefined) return reply.redirect(moved, 301);
  }
  if (hasFinalSlash) {
    const path = `/${trim(url.pathname, '/')}`;
    return reply.redirect(`${path}${url.search}`, 308);
  }
  // React Router's data requests are not used: pages load their data from the API.
  if (url.pathname.endsWith('.data') || url.pathname === '/__manifest') throw new AppError('notFound');
  try {
    const { cached, rendered } = await withDeadline(getPage(url, request, options));
    if (cached) return sendCached(request, reply, cached);
    if (options.isDevelopment) reply.removeHeader('content-security-policy');
    reply.code(rendered.status).headers(rendered.headers);
    if (rendered.status !== 200) return reply.send(rendered.body);
    return sendWithEtag(request, reply, rendered.body, rendered.headers['content-type']);
  } catch (error) {
    return sendErrorPage(request, reply, { error, siteName: options.siteName });
  }
}

async function findMoved(
  { pathname, search }: URL,
  request: FastifyRequest,
  { limits, findRedirect }: SiteOptions,
): Promise<string | undefined> {
  await limits.take('page', networkOf(request.ip));
  return withDeadline(findRedirect(pathname + search));
}

/** The page of a URL. Only its path and the query keys that the page declares reach the render. */
async function getPage(url: URL, request: FastifyRequest, options: SiteOptions): Promise<CacheResult> {
  const build = (await options.loadBuild()) as SiteBuild;
  const { path, query } = build.entry.module.normalisePageUrl(build, url);
  const key = query.size === 0 ? path : `${path}?${query}`;
  const isExpensive = isExpensiveQuery(Object.fromEntries(query));
  const render = () =>
    options.admission.run(isExpensive ? 'search' : 'page', async () => {
      const page = await renderPage(build, new URL(options.publicUrl + key), options);
      const location = page.status === 404 ? await options.findRedirect(path) : undefined;
      return location === undefined
        ? page
        : { status: 301, headers: { location }, body: '', tags: undefined };
    });
  const admit = async () => {
    const network = networkOf(request.ip);
    await options.limits.take('page', network);
    if (isExpensive) await options.limits.take('search', network);
  };
  return options.isDevelopment
    ? { rendered: await render() }
    : options.cache.get(key, requestTargetOf(request), render, admit);
}

const handlers = new WeakMap<SiteBuild, RequestHandler>();

/** The request handler of a build, created once. */
function getHandler(build: SiteBuild, { isDevelopment }: SiteOptions): RequestHandler {
  const known = handlers.get(build);
  if (known) return known;
  const mode = isDevelopment ? 'development' : 'production';
  const handler = build.entry.module.createRequestHandler(build, mode);
  handlers.set(build, handler);
  return handler;
}

async function renderPage(build: SiteBuild, url: URL, options: SiteOptions): Promise<RenderedResponse> {
  const observed = { isUnavailable: false, isGone: false, tags: [] as string[] | undefined };
  let dispatchMs = 0;
  const startedAt = performance.now();
  const transport: Dispatch = async (call) => {
    const calledAt = performance.now();
    const apiResponse = await options.dispatch(call);
    // The calls of a page run in parallel: the render waits for the slowest.
    dispatchMs = Math.max(dispatchMs, performance.now() - calledAt);
    observed.isUnavailable ||= apiResponse.status === 503;
    observed.isGone ||= apiResponse.status === 404 && codeOf(apiResponse.body) === deletedPostCode;
    // A page with a failed call, or with data without change notifications, is not cached; neither are searches.
    const isCacheable = apiResponse.status === 200 && call.query?.search === undefined;
    const cacheTags = isCacheable ? options.cacheTags.tagsOf(call.id, apiResponse.body) : undefined;
    observed.tags = observed.tags && cacheTags && [...observed.tags, ...cacheTags];
    return apiResponse;
  };
  const { createRequestContext } = build.entry.module;
  const handle = getHandler(build, options);
  // No request header reaches the render, so that no header can change the cached HTML that all readers get.
  const response = await handle(new Request(url), createRequestContext(transport));
  const isRedirect = response.status >= 300 && response.status < 400;
  if (isRedirect) {
    const location = response.headers.get('location') ?? '/';
    return { status: response.status, headers: { location }, body: '', tags: undefined };
  }
  const nonce = response.headers.get('x-script-nonce');
  if (!nonce) throw new Error(`${url.pathname} was not rendered: ${await response.text()}`);
  const { html, policy } = applyScriptPolicy(await response.text(), nonce, new URL(options.publicUrl).origin);
  recordRender(performance.now() - startedAt - dispatchMs);
  const isRefused = observed.isUnavailable && response.status >= 500;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    ...(!options.isDevelopment && { 'content-security-policy': policy }),
    ...(isRefused && { 'retry-after': '5' }),
  };
  // The API responds with 404 for a deleted post; for a search engine its page is gone.
  const status = observed.isGone && response.status === 404 ? 410 : response.status;
  return { status: isRefused ? 503 : status, headers, body: html, tags: observed.tags };
}

const codeOf = (body: unknown): unknown => (body as { code?: unknown } | null)?.code;

/** Sends an error page that needs no part of the built site. */
function sendErrorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { error, siteName }: { error: unknown; siteName: string },
): FastifyReply {
  const { isServerError, status, headers } = toErrorResponse(error);
  if (isServerError) request.log.error({ reqId: request.id, err: error }, 'page failed');
  return reply
    .code(status)
    .headers({ ...headers, 'content-security-policy': errorPagePolicy, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(errorPage({ status, retryAfter: headers?.['retry-after'], siteName }));
}
