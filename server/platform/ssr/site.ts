import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { createRequestHandler, RouterContextProvider, ServerBuild } from 'react-router';
import { t } from '#text/index.ts';
import { AppError } from '../errors.ts';
import type { Admission } from '../http/admission.ts';
import { beforeDeadline } from '../http/deadline.ts';
import type { Dispatch } from '../http/dispatch.ts';
import { answerForError } from '../http/error-answer.ts';
import { serveStored } from '../storage/serve-stored.ts';
import type { Storage } from '../storage/storage.ts';
import { secureScripts } from './content-policy.ts';

type SiteBuild = ServerBuild & {
  entry: {
    module: {
      createRequestContext(transport: Dispatch): RouterContextProvider;
      createRequestHandler: typeof createRequestHandler;
    };
  };
};

export type SiteParts = {
  publicUrl: string;
  dispatch: Dispatch;
  admission: Admission;
  /** The built site; asked for at every request while developing. */
  loadBuild(): Promise<unknown>;
  /** Folder of the built files for browsers; null while developing. */
  clientFolder: string | null;
  storage: Storage;
  isDevelopment: boolean;
};

/** Adds the pages: every path that is neither the API nor a file is rendered by React Router, as for a guest. */
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
  // A proxy's form of a request, with the host in it, names nothing here.
  if (!request.url.startsWith('/')) throw new AppError('notFound');
  // Joined as texts: a path that begins with two slashes would otherwise name another host.
  const url = new URL(parts.publicUrl + request.url);
  if (url.pathname !== '/' && url.pathname.endsWith('/')) {
    const path = `/${url.pathname.replace(/^\/+|\/+$/g, '')}`;
    return reply.redirect(`${path}${url.search}`, 308);
  }
  // React Router's own data requests: our pages get their data from the API.
  if (url.pathname.endsWith('.data') || url.pathname === '/__manifest') throw new AppError('notFound');
  try {
    const leave = await parts.admission.enter('page');
    try {
      return await beforeDeadline(renderPage(request, reply, url, parts));
    } finally {
      leave();
    }
  } catch (error) {
    return sendErrorPage(request, reply, error);
  }
}

async function renderPage(
  request: FastifyRequest,
  reply: FastifyReply,
  url: URL,
  parts: SiteParts,
): Promise<FastifyReply> {
  const build = (await parts.loadBuild()) as SiteBuild;
  let isUnavailable = false;
  const transport: Dispatch = async (call) => {
    const answer = await parts.dispatch(call);
    isUnavailable ||= answer.status === 503;
    return answer;
  };
  const { createRequestContext, createRequestHandler } = build.entry.module;
  const handle = createRequestHandler(build, parts.isDevelopment ? 'development' : 'production');
  // No header of the reader reaches the render: its HTML is the same for everybody (trust R5).
  const response = await handle(new Request(url), createRequestContext(transport));
  const isRedirect = response.status >= 300 && response.status < 400;
  if (isRedirect) return reply.redirect(response.headers.get('location') ?? '/', response.status);
  const mark = response.headers.get('x-script-nonce');
  if (!mark) throw new Error(`${url.pathname} was not rendered: ${await response.text()}`);
  const { html, policy } = secureScripts(await response.text(), mark, new URL(parts.publicUrl).origin);
  if (isUnavailable && response.status >= 500) reply.header('retry-after', '5');
  if (parts.isDevelopment) reply.removeHeader('content-security-policy');
  else reply.header('content-security-policy', policy);
  const status = isUnavailable && response.status >= 500 ? 503 : response.status;
  request.log.debug({ path: url.pathname }, 'page rendered');
  return reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html);
}

/** The page for when no page can be made: no part of the site is needed for it. */
function sendErrorPage(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const { isOurFault, status, headers } = answerForError(error);
  if (isOurFault) request.log.error({ err: error }, 'page failed');
  const text = status === 503 ? t('errors.unavailable') : t('errors.internal');
  return reply
    .code(status)
    .headers(headers ?? {})
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="ru"><meta charset="utf-8"><title>News Site</title><h1>${text}</h1>`);
}
