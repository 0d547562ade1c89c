import { randomUUID } from 'node:crypto';
import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import underPressure from '@fastify/under-pressure';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify';
import helmet from 'helmet';
import type { Config } from '../../config.ts';
import { isAllowedOrigin } from '../allowed-origin.ts';
import { brotliOptions, compressionThresholdBytes, encodings } from '../cache/cached-response.ts';
import { createCachedFirstListener, sendWritesAfterInvalidation } from '../cache/send-cached.ts';
import { unavailable } from '../errors.ts';
import type { FreeSpace } from '../free-space.ts';
import { createRequestLog, type RequestLog } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { createAddressResolver } from '../network.ts';
import type { Tracing } from '../tracing.ts';
import { addApiDocs } from './api-docs.ts';
import { type ApiOptions, notFoundBody, registerOperations, sendError } from './api-routes.ts';
import { jsonLimitBytes, registerBodyParsers } from './body.ts';
import type { BodyAdmission } from './body-admission.ts';
import { createClientErrorHandler } from './client-errors.ts';
import { type MaintenanceState, refuseWritesInMaintenance } from './maintenance.ts';
import { observeRequests, onRequestEnd, sentStatus } from './observe-requests.ts';
import { createLimitedServer, requireSingleHost, type ServerLimits } from './server-limits.ts';

const maxParamLength = 2_000;
const compression = { threshold: compressionThresholdBytes, encodings: [...encodings], brotliOptions };
const exposedHeaders = ['ETag', 'Retry-After', 'Server-Timing', 'X-Request-Id'];
/** Event loop delay above which new work is refused. */
export const eventLoopDelayLimitMs = 200;

export type Readiness = {
  isReady(): boolean;
  /** Whether the process is shutting down: it still responds, but keeps no connection alive. */
  isStopping(): boolean;
  /** The reasons why the process is not ready, for the operator. */
  missing?(): string[];
} & MaintenanceState;

export type HttpServerOptions = ApiOptions & {
  config: Pick<Config, 'publicUrl' | 'site' | 'trustProxy' | 'allowedOrigins' | 'shedOnEventLoopDelay'>;
  /** Resolves when the cache has received the invalidations of all writes so far. */
  waitForChanges(): Promise<void>;
  log: FastifyBaseLogger;
  readiness: Readiness;
  metrics: Pick<Metrics, 'observe'>;
  tracing?: Tracing | undefined;
  bodies: BodyAdmission;
  freeSpace: FreeSpace;
  serverLimits: ServerLimits;
};

/**
 * Creates the HTTP server with the API under `/api/v1/`, its health checks and its OpenAPI document; `ssr` adds the
 * pages.
 */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { trustProxy } = options.config;
  const logRequest = createRequestLog(options.log);
  const limitedServer = createLimitedServer({
    limits: options.serverLimits,
    trustProxy,
    isStopping: options.readiness.isStopping,
  });
  const handleClientError = createClientErrorHandler({
    headersFor: headersFor(options.config),
    currentExchange: limitedServer.currentExchange,
    logRequest,
  });
  const app: FastifyInstance = Fastify({
    serverFactory: (handler) =>
      limitedServer.createServer(
        createCachedFirstListener(handler as RequestListener, {
          ...options,
          getAddress: createAddressResolver(trustProxy),
          logRequest,
          isUnderLoad: () => app.hasDecorator('isUnderPressure') && app.isUnderPressure(),
        }),
      ),
    // Requests on open connections get their responses during shutdown (`server-limits.ts`).
    return503OnClosing: false,
    loggerInstance: options.log,
    // Replaced by `logRequests`.
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger for each request costs a seventh of sending a cached response; errors are logged with the request
    // id instead.
    childLoggerFactory: (log) => log,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy,
    bodyLimit: jsonLimitBytes,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength },
    rewriteUrl: ({ url = '/' }) => toReadableUrl(url),
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, reply as never);
    },
    clientErrorHandler: (error, socket) => handleClientError(error, socket as Socket),
  });
  app.addHook('preClose', limitedServer.close);
  logRequests(app, logRequest);
  sendWritesAfterInvalidation(app, options.waitForChanges);
  observeRequests(app, options.metrics, options.tracing);
  await addSecurityHeaders(app, options);
  requireSingleHost(app);
  refuseWritesInMaintenance(app, { state: options.readiness, siteName: options.config.site.name });
  await app.register(compress, compression);
  registerBodyParsers(app, options.bodies);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  addHealth(app, options.readiness);
  addApiDocs(app, {
    publicUrl: options.config.publicUrl,
    siteName: options.config.site.name,
    limits: options.limits,
  });
  registerOperations(app, options);
  for (const url of ['/api', '/api/*']) app.all(url, unknownApiPath);
  return app;
}

/** A path of the site that is not UTF-8, as old links in windows-1251 are, names no page; Fastify would refuse it with JSON. */
function toReadableUrl(url: string): string {
  const [path = ''] = url.split('?', 1);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.startsWith('/api/') ? url : path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

const unknownApiPath = async (_request: unknown, reply: FastifyReply) =>
  reply.code(404).type('application/json; charset=utf-8').send(notFoundBody());

/**
 * Logs one line for each request with the route template: paths may contain names, query strings may contain secrets.
 */
function logRequests(app: FastifyInstance, logRequest: RequestLog): void {
  onRequestEnd(app, (request, reply) =>
    logRequest({
      reqId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: sentStatus(reply),
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }),
  );
}

/** Security headers of every response, computed once; pages have their own content security policy (platform/ssr). */
function securityHeaders(publicUrl: string): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  response.setHeader('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  const addSecurityHeaders = helmet({
    // Nothing may be executed or embedded.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  });
  addSecurityHeaders(request, response, (error) => {
    if (error) throw error;
  });
  return response.getHeaders() as Record<string, string>;
}

/** The same headers for responses that do not pass through Fastify. */
function headersFor(
  config: HttpServerOptions['config'],
): (origin: string | undefined) => Record<string, string> {
  const headers = { ...securityHeaders(config.publicUrl), vary: 'Origin' };
  return (origin) =>
    origin !== undefined && isAllowedOrigin(origin, config)
      ? {
          ...headers,
          'access-control-allow-origin': origin,
          'access-control-expose-headers': exposedHeaders.join(', '),
        }
      : headers;
}

async function addSecurityHeaders(app: FastifyInstance, { config }: HttpServerOptions): Promise<void> {
  const headers = securityHeaders(config.publicUrl);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(headers);
    done();
  });
  await app.register(cors, {
    origin: (origin, done) => done(null, origin !== undefined && isAllowedOrigin(origin, config)),
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    allowedHeaders: ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'Idempotency-Key'],
    exposedHeaders,
    maxAge: 86_400,
    strictPreflight: false,
  });
  if (config.shedOnEventLoopDelay) {
    await app.register(underPressure, {
      maxEventLoopDelay: eventLoopDelayLimitMs,
      // Cached responses have been sent before this hook; of the remaining work only critical routes are served.
      pressureHandler: (request) => {
        if (!request.routeOptions.config.isCritical) throw unavailable();
      },
    });
  }
}

/** Liveness depends on the process only; readiness also on the database and the job worker. */
function addHealth(app: FastifyInstance, readiness: Readiness): void {
  const config = { isCritical: true };
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async (_request, reply) => {
    if (readiness.isReady()) return { status: 'ready' };
    return reply
      .code(503)
      .header('retry-after', '2')
      .send({ status: 'not ready', missing: readiness.missing?.() });
  });
}
