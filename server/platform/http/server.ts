import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import underPressure from '@fastify/under-pressure';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify';
import type { Config } from '../../config.ts';
import { isAllowedOrigin } from '../allowed-origin.ts';
import { unavailable } from '../errors.ts';
import { addApiDocs } from './api-docs.ts';
import { type ApiParts, notFoundBody, registerOperations, sendError } from './api-routes.ts';
import { acceptBodies, jsonLimitBytes } from './body.ts';

const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
/** Longer than the idle time-out of common balancers, so that we never close a connection they are about to use. */
const keepAliveTimeoutMs = 72_000;
const maxConnections = 10_000;
const maxParamLength = 2_000;
const compression = {
  threshold: 1024,
  encodings: ['br', 'gzip'] as Array<'br' | 'gzip'>,
  // A page is compressed while its reader waits: the last per cent is not worth the time.
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
};
/** How long the event loop may lag before we refuse new work. */
export const eventLoopDelayLimitMs = 200;

export type Readiness = { isReady(): boolean };

export type HttpParts = ApiParts & {
  config: Pick<Config, 'publicUrl' | 'trustProxy' | 'allowedOrigins' | 'shedOnEventLoopDelay'>;
  log: FastifyBaseLogger;
  readiness: Readiness;
};

/** The HTTP server with the API under `/api/v1/`, its health and its OpenAPI document; the site is added by `ssr`. */
export async function createHttpServer(parts: HttpParts): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: parts.log,
    // Our own line below is enough.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: parts.config.trustProxy,
    bodyLimit: jsonLimitBytes,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    forceCloseConnections: 'idle',
    http: { headersTimeout: headersTimeoutMs, maxHeaderSize: 16 * 1024 },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength },
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, reply as never);
    },
  });
  app.server.maxConnections = maxConnections;

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  letConnectionsGo(app);
  logRequests(app);
  await protect(app, parts);
  await app.register(compress, compression);
  await acceptBodies(app);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  addHealth(app, parts.readiness);
  await addApiDocs(app, parts.config.publicUrl);
  registerOperations(app, parts);
  for (const url of ['/api', '/api/*']) app.all(url, unknownApiPath);
  return app;
}

const unknownApiPath = async (_request: unknown, reply: FastifyReply) =>
  reply.code(404).type('application/json; charset=utf-8').send(notFoundBody());

/**
 * When the server stops, a busy connection is closed with its answer instead of being kept for a next one, and one on
 * which nothing has been asked at once: browsers open such connections in advance.
 */
function letConnectionsGo(app: FastifyInstance): void {
  const silent = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.addHook('onRequest', async (request) => void silent.delete(request.raw.socket));
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of silent) socket.destroy();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}

/** One line for each request, by route template: paths may hold names, query strings may hold anything. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const fields = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    request.log.info(fields, 'request');
  });
}

async function protect(app: FastifyInstance, { config }: HttpParts): Promise<void> {
  await app.register(helmet, {
    // Pages bring a policy of their own (platform/ssr); nothing else may run or embed anything.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: config.publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  });
  await app.register(cors, {
    origin: (origin, done) => done(null, origin !== undefined && isAllowedOrigin(origin, config)),
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    allowedHeaders: ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'Idempotency-Key'],
    exposedHeaders: ['ETag', 'Retry-After', 'X-Request-Id'],
    maxAge: 86_400,
    strictPreflight: false,
  });
  if (config.shedOnEventLoopDelay) {
    await app.register(underPressure, {
      maxEventLoopDelay: eventLoopDelayLimitMs,
      pressureHandler: (request) => {
        if (!request.url.startsWith('/healthz') && !request.url.startsWith('/readyz')) throw unavailable();
      },
    });
  }
}

/** Liveness asks nothing but the process; readiness tells whether the database answers (trust V5). */
function addHealth(app: FastifyInstance, readiness: Readiness): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (readiness.isReady()) return { status: 'ready' };
    return reply.code(503).header('retry-after', '2').send({ status: 'not ready' });
  });
}
