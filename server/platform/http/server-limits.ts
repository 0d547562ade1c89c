import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { badRequest } from '../errors.ts';
import { createTrustedProxyCheck } from '../network.ts';
import { type ConnectionLimits, type Connections, limitConnections } from './connections.ts';

/** Limits that apply before a request is parsed. Times in milliseconds. */
export type ServerLimits = {
  /** Time for the head of a request, and for all of it. */
  headersMs: number;
  requestMs: number;
  /** Time-out for a response of which the client reads nothing. */
  stalledMs: number;
  /**
   * How long a stopping process waits for clients with kept-alive connections to send a request and learn that the
   * connection closes.
   */
  drainMs: number;
  connections: ConnectionLimits;
};

export const defaultServerLimits: ServerLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  stalledMs: 60_000,
  drainMs: 1_000,
  // Carrier-grade NAT: many users can share an address.
  connections: { total: 10_000, perNetwork: 1_000, pipelined: 16 },
};

/** How often Node checks the time-outs. Its default of 30 s would be added to them. */
const timeoutCheckIntervalMs = 1_000;
/**
 * Longer than the idle time-out of common load balancers, so that the server never closes a connection that they are
 * about to use.
 */
const keepAliveTimeoutMs = 72_000;
const maxHeaderBytes = 16 * 1024;

type Options = { limits: ServerLimits; trustProxy: boolean | string; isStopping(): boolean };

/**
 * Creates the HTTP server for the `serverFactory` of Fastify. It needs `return503OnClosing: false`, so that open
 * connections get their responses during shutdown.
 */
export function createLimitedServer({ limits, trustProxy, isStopping }: Options) {
  const isTrustedProxy = createTrustedProxyCheck(trustProxy);
  let connections: Connections | undefined;

  function createServerWithLimits(listener: RequestListener): Server {
    const server = createServer({
      requestTimeout: limits.requestMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: timeoutCheckIntervalMs,
      maxHeaderSize: maxHeaderBytes,
      // Node's own response to a missing Host header is in English; `hasSingleHost` replaces it.
      requireHostHeader: false,
    });
    server.setTimeout(limits.stalledMs);
    connections = limitConnections(server, listener, {
      limits: limits.connections,
      isTrustedProxy,
      isStopping,
    });
    return server;
  }

  return {
    createServer: createServerWithLimits,
    /** The request in progress on a connection and its response. */
    currentExchange: (socket: Socket) => connections?.currentExchange(socket),
    async close(): Promise<void> {
      if (!connections) return;
      // Clients of kept-alive connections are told to reconnect instead of being cut off.
      if (isStopping())
        await Promise.race([
          connections.waitUntilDrained(),
          sleep(limits.drainMs, undefined, { ref: false }),
        ]);
      connections.close();
    },
  };
}

/**
 * Several Host headers are refused: a proxy and this server could use different ones (RFC 9112, section 3.2). HTTP/1.0
 * needs none.
 */
export function hasSingleHost({ rawHeaders, httpVersionMinor, httpVersionMajor }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersionMajor === 1 && httpVersionMinor === 0);
}

/** Must be registered after the hooks that add headers to every response. */
export function requireSingleHost(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (hasSingleHost(request.raw)) return done();
    reply.header('connection', 'close');
    done(badRequest('errors.badRequest'));
  });
}
