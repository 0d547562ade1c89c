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
import { brotliOptions, compressedFromBytes, encodings } from '../cache/kept-answer.ts';
import { answerAfterChanges, keptFirst } from '../cache/kept-answers.ts';
import { unavailable } from '../errors.ts';
import { createRequestLog, type RequestLog } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { addressFinder } from '../network.ts';
import { addApiDocs } from './api-docs.ts';
import { type ApiParts, notFoundBody, registerOperations, sendError } from './api-routes.ts';
import { acceptBodies, jsonLimitBytes } from './body.ts';
import type { BodyAdmission } from './body-admission.ts';
import { answerClientErrors } from './client-errors.ts';
import { createEdge, type EdgeLimits, refuseOtherHosts } from './edge.ts';
import { observeRequests, onEnd, sentStatus } from './observe-requests.ts';

const maxParamLength = 2_000;
const compression = { threshold: compressedFromBytes, encodings: [...encodings], brotliOptions };
const exposedHeaders = ['ETag', 'Retry-After', 'Server-Timing', 'X-Request-Id'];
/** Event loop delay above which new work is refused. */
export const eventLoopDelayLimitMs = 200;

export type Readiness = {
  isReady(): boolean;
  /** Whether the process is shutting down: it still responds, but keeps no connection alive. */
  isStopping(): boolean;
  /** The reasons why the process is not ready, for the operator. */
  missing?(): string[];
};

export type HttpParts = ApiParts & {
  config: Pick<Config, 'publicUrl' | 'trustProxy' | 'allowedOrigins' | 'shedOnEventLoopDelay'>;
  /** Resolves when the cache has received the invalidations of all writes so far. */
  settled(): Promise<void>;
  log: FastifyBaseLogger;
  readiness: Readiness;
  metrics: Pick<Metrics, 'observe'>;
  bodies: BodyAdmission;
  edge: EdgeLimits;
};

/**
 * Creates the HTTP server with the API under `/api/v1/`, its health checks and its OpenAPI document; `ssr` adds the
 * pages.
 */
export async function createHttpServer(parts: HttpParts): Promise<FastifyInstance> {
  const { trustProxy } = parts.config;
  const writeLine = createRequestLog(parts.log);
  const edge = createEdge({ limits: parts.edge, trustProxy, isStopping: parts.readiness.isStopping });
  const answerClientError = answerClientErrors({
    headersFor: headersFor(parts.config),
    currentOn: edge.currentOn,
    note: writeLine,
  });
  const app: FastifyInstance = Fastify({
    serverFactory: (handler) =>
      edge.createServer(
        keptFirst(handler as RequestListener, {
          ...parts,
          addressOf: addressFinder(trustProxy),
          writeLine,
          isPressed: () => app.hasDecorator('isUnderPressure') && app.isUnderPressure(),
        }),
      ),
    // Requests on open connections get their responses during shutdown (`server-limits.ts`).
    return503OnClosing: false,
    loggerInstance: parts.log,
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
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, reply as never);
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket as Socket),
  });
  app.addHook('preClose', edge.close);
  logRequests(app, writeLine);
  answerAfterChanges(app, parts.settled);
  observeRequests(app, parts.metrics);
  await protect(app, parts);
  refuseOtherHosts(app);
  await app.register(compress, compression);
  acceptBodies(app, parts.bodies);
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
 * Logs one line for each request with the route template: paths may contain names, query strings may contain secrets.
 */
function logRequests(app: FastifyInstance, writeLine: RequestLog): void {
  onEnd(app, (request, reply) =>
    writeLine({
      reqId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: sentStatus(reply),
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }),
  );
}

/** Security headers of every response, computed once; pages have their own content security policy (platform/ssr). */
function protectiveHeaders(publicUrl: string): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  response.setHeader('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  const protect = helmet({
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
  protect(request, response, (error) => {
    if (error) throw error;
  });
  return response.getHeaders() as Record<string, string>;
}

/** The same headers for responses that do not pass through Fastify. */
function headersFor(config: HttpParts['config']): (origin: string | undefined) => Record<string, string> {
  const headers = { ...protectiveHeaders(config.publicUrl), vary: 'Origin' };
  return (origin) =>
    origin !== undefined && isAllowedOrigin(origin, config)
      ? {
          ...headers,
          'access-control-allow-origin': origin,
          'access-control-expose-headers': exposedHeaders.join(', '),
        }
      : headers;
}

async function protect(app: FastifyInstance, { config }: HttpParts): Promise<void> {
  const headers = protectiveHeaders(config.publicUrl);
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
        if (!request.routeOptions.config.isVital) throw unavailable();
      },
    });
  }
}

/** Liveness depends on the process only; readiness also on the database and the job worker. */
function addHealth(app: FastifyInstance, readiness: Readiness): void {
  const config = { isVital: true };
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async (_request, reply) => {
    if (readiness.isReady()) return { status: 'ready' };
    return reply
      .code(503)
      .header('retry-after', '2')
      .send({ status: 'not ready', missing: readiness.missing?.() });
  });
}
