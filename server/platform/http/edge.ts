import type { IncomingMessage, ServerOptions } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { badRequest } from '../errors.ts';
import { trustedProxies } from '../network.ts';
import { type ConnectionLimits, type Connections, guardConnections } from './connections.ts';

/** What callers are granted before anything is known of their request. Times in milliseconds. */
export type EdgeLimits = {
  /** To send the head of a request, and all of it. */
  headersMs: number;
  requestMs: number;
  /** For a response of which its caller takes nothing. */
  stalledMs: number;
  connections: ConnectionLimits;
};

export const edgeLimits: EdgeLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  stalledMs: 60_000,
  // A whole town may share an address.
  connections: { total: 10_000, perNetwork: 1_000, pipelined: 16 },
};

/** Node looks for late callers so often; its own half a minute would be added to what they are granted. */
const lateCallersCheckMs = 1_000;
/** Longer than the idle time-out of common balancers, so that we never close a connection they are about to use. */
const keepAliveTimeoutMs = 72_000;
/** So long a stopping process waits for callers with open connections to come back and learn that it stops. */
const quietMs = 1_000;
const maxHeaderBytes = 16 * 1024;

/** For the framework, which makes the server. */
export const serverOptions = (limits: EdgeLimits) => ({
  connectionTimeout: limits.stalledMs,
  requestTimeout: limits.requestMs,
  keepAliveTimeout: keepAliveTimeoutMs,
  // While the process stops, connections still get their responses (`Connections`).
  return503OnClosing: false,
  http: {
    headersTimeout: limits.headersMs,
    connectionsCheckingInterval: lateCallersCheckMs,
    maxHeaderSize: maxHeaderBytes,
    // Node would refuse a request without a host by itself, in English; `hasOneHost` does.
    requireHostHeader: false,
  } satisfies ServerOptions,
});

type Parts = { limits: EdgeLimits; trustProxy: boolean | string; isStopping(): boolean };

/** To be called when nobody else adds a listener to the server's requests. */
export function guardServer(app: FastifyInstance, { limits, trustProxy, isStopping }: Parts): Connections {
  const isTrustedProxy = trustedProxies(trustProxy);
  const connections = guardConnections(app.server, {
    limits: limits.connections,
    isTrustedProxy,
    isStopping,
  });
  app.addHook('preClose', async () => {
    // Who is about to ask again on an open connection is told to open another one instead of being cut off.
    if (isStopping()) await Promise.race([connections.quiet(), sleep(quietMs, undefined, { ref: false })]);
    connections.close();
  });
  return connections;
}

/** A proxy in front of us and we would take different ones of several (RFC 9112, section 3.2). HTTP/1.0 needs none. */
export function hasOneHost({ rawHeaders, httpVersionMinor, httpVersionMajor }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersionMajor === 1 && httpVersionMinor === 0);
}

/** To be registered after the hooks that put headers on every response. */
export function refuseOtherHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (hasOneHost(request.raw)) return done();
    reply.header('connection', 'close');
    done(badRequest('errors.badRequest'));
  });
}
