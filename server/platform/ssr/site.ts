import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { createRequestHandler, RequestHandler, RouterContextProvider, ServerBuild } from 'react-router';
import type { AnswerCache, Outcome } from '../cache/answer-cache.ts';
import type { MadeAnswer } from '../cache/kept-answer.ts';
import { placeOf, sendKept } from '../cache/kept-answers.ts';
import type { ShownTags } from '../cache/shown.ts';
import { AppError } from '../errors.ts';
import { type Admission, isCostlyQuery } from '../http/admission.ts';
import { beforeDeadline } from '../http/deadline.ts';
import type { Dispatch } from '../http/dispatch.ts';
import { answerForError } from '../http/error-answer.ts';
import { sendTagged } from '../http/kept-reads.ts';
import { networkOf } from '../network.ts';
import type { RateLimits } from '../rate-limits/rate-limits.ts';
import { serveStored } from '../storage/serve-stored.ts';
import type { Storage } from '../storage/storage.ts';
import { noteRender } from '../timing.ts';
import { trim } from '../trim.ts';
import { secureScripts } from './content-policy.ts';
import { errorPage, errorPagePolicy } from './error-page.ts';

type SiteBuild = ServerBuild & {
  entry: {
    module: {
      createRequestContext(transport: Dispatch): RouterContextProvider;
      createRequestHandler: typeof createRequestHandler;
      pageAddress(build: ServerBuild, url: URL): { path: string; query: URLSearchParams };
    };
  };
};

export type SiteParts = {
  publicUrl: string;
  dispatch: Dispatch;
  admission: Admission;
  limits: Pick<RateLimits, 'take'>;
  cache: AnswerCache;
  shown: ShownTags;
  /** Loads the built site; called for every request in development. */
  loadBuild(): Promise<unknown>;
  /** Folder of the built files for browsers; null in development. */
  clientFolder: string | null;
  storage: Storage;
  isDevelopment: boolean;
};

/** Adds the pages: React Router renders every path that is neither the API nor a file, always as for a guest. */
export async function addSite(app: FastifyInstance, parts: SiteParts): Promise<void> {
  serveStored(app, parts.storage);
  if (parts.clientFolder) await serveAssets(app, parts.clientFolder);
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) => sendPage(request, reply, parts),
  });
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') throw new AppError('notFound');
    reply.header('allow', 'GET, HEAD');
    throw new AppError('methodNotAllowed', {
      message: { key: 'errors.methodNotAllowed', values: { method: request.method } },
    });
  });
}

async function serveAssets(app: FastifyInstance, clientFolder: string): Promise<void> {
  await app.register(fastifyStatic, {
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
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: SiteParts,
): Promise<FastifyReply> {
  // The absolute form of a request line, which proxies use, names no page.
  if (!request.url.startsWith('/')) throw new AppError('notFound');
  // Concatenated, because a relative URL that begins with two slashes would name another host.
  const url = new URL(parts.publicUrl + request.url);
  if (url.pathname !== '/' && url.pathname.endsWith('/')) {
    const path = `/${trim(url.pathname, '/')}`;
    return reply.redirect(`${path}${url.search}`, 308);
  }
  // React Router's data requests are not used: pages load their data from the API.
  if (url.pathname.endsWith('.data') || url.pathname === '/__manifest') throw new AppError('notFound');
  try {
    const { kept, made } = await beforeDeadline(getPage(url, request, parts));
    if (kept) return sendKept(request, reply, kept);
    if (parts.isDevelopment) reply.removeHeader('content-security-policy');
    reply.code(made.status).headers(made.headers);
    if (made.status !== 200) return reply.send(made.body);
    return sendTagged(request, reply, made.body, made.headers['content-type']);
  } catch (error) {
    return sendErrorPage(request, reply, error);
  }
}

/** The page of a URL. Only its path and the query keys that the page declares reach the render. */
async function getPage(url: URL, request: FastifyRequest, parts: SiteParts): Promise<Outcome> {
  const build = (await parts.loadBuild()) as SiteBuild;
  const { path, query } = build.entry.module.pageAddress(build, url);
  const key = query.size === 0 ? path : `${path}?${query}`;
  const isCostly = isCostlyQuery(Object.fromEntries(query));
  const make = () =>
    parts.admission.run(isCostly ? 'search' : 'page', () =>
      makePage(build, new URL(parts.publicUrl + key), parts),
    );
  const admit = async () => {
    const network = networkOf(request.ip);
    await parts.limits.take('page', network);
    if (isCostly) await parts.limits.take('search', network);
  };
  return parts.isDevelopment ? { made: await make() } : parts.cache.get(key, placeOf(request), make, admit);
}

const handlers = new WeakMap<SiteBuild, RequestHandler>();

/** The request handler of a build, created once. */
function handlerOf(build: SiteBuild, { isDevelopment }: SiteParts): RequestHandler {
  const known = handlers.get(build);
  if (known) return known;
  const mode = isDevelopment ? 'development' : 'production';
  const handler = build.entry.module.createRequestHandler(build, mode);
  handlers.set(build, handler);
  return handler;
}

async function makePage(build: SiteBuild, url: URL, parts: SiteParts): Promise<MadeAnswer> {
  const seen = { isUnavailable: false, tags: [] as string[] | undefined };
  let dispatchMs = 0;
  const startedAt = performance.now();
  const transport: Dispatch = async (call) => {
    const calledAt = performance.now();
    const answer = await parts.dispatch(call);
    // The calls of a page run in parallel: the render waits for the slowest.
    dispatchMs = Math.max(dispatchMs, performance.now() - calledAt);
    seen.isUnavailable ||= answer.status === 503;
    // A page with a failed call, or with data without change notifications, is not cached; neither are searches.
    const isKept = answer.status === 200 && call.query?.search === undefined;
    const shown = isKept ? parts.shown.of(call.id, answer.body) : undefined;
    seen.tags = seen.tags && shown && [...seen.tags, ...shown];
    return answer;
  };
  const { createRequestContext } = build.entry.module;
  const handle = handlerOf(build, parts);
  // No request header reaches the render, so that no header can change the cached HTML that all readers get.
  const response = await handle(new Request(url), createRequestContext(transport));
  const isRedirect = response.status >= 300 && response.status < 400;
  if (isRedirect) {
    const location = response.headers.get('location') ?? '/';
    return { status: response.status, headers: { location }, body: '', tags: undefined };
  }
  const mark = response.headers.get('x-script-nonce');
  if (!mark) throw new Error(`${url.pathname} was not rendered: ${await response.text()}`);
  const { html, policy } = secureScripts(await response.text(), mark, new URL(parts.publicUrl).origin);
  noteRender(performance.now() - startedAt - dispatchMs);
  const isRefused = seen.isUnavailable && response.status >= 500;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    ...(!parts.isDevelopment && { 'content-security-policy': policy }),
    ...(isRefused && { 'retry-after': '5' }),
  };
  return { status: isRefused ? 503 : response.status, headers, body: html, tags: seen.tags };
}

/** Sends an error page that needs no part of the built site. */
function sendErrorPage(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const { isOurFault, status, headers } = answerForError(error);
  if (isOurFault) request.log.error({ reqId: request.id, err: error }, 'page failed');
  return reply
    .code(status)
    .headers({ ...headers, 'content-security-policy': errorPagePolicy, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(errorPage(status, headers?.['retry-after']));
}
