import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type ServedRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
};
export type ServedResponse = { status: number; body: unknown };
/** A lost request, a lost response, or a 500 response. */
export type ServerFault = 'lost-before' | 'lost-after' | 'fails';

/** A local fake of a payment provider's server that records requests and responses. */
export async function startFakeProviderServer(handleRequest: (request: ServedRequest) => ServedResponse) {
  const exchanges: Array<{ request: ServedRequest; response: ServedResponse }> = [];
  const faults: ServerFault[] = [];

  const server: Server = createServer(async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', 'http://localhost');
    const request: ServedRequest = {
      method: incoming.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body: await text(incoming),
    };
    const fault = request.method === 'POST' ? faults.shift() : undefined;
    if (fault === 'lost-before') return incoming.socket.destroy();
    if (fault === 'fails')
      return void outgoing.writeHead(500, { 'content-type': 'application/json' }).end('{}');
    const response = handleRequest(request);
    exchanges.push({ request, response });
    if (fault === 'lost-after') return incoming.socket.destroy();
    outgoing.writeHead(response.status, { 'content-type': 'application/json;charset=UTF-8' });
    outgoing.end(JSON.stringify(response.body));
    return undefined;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    port,
    exchanges,
    /** Injects faults into the next write calls. */
    failNext: (...next: ServerFault[]) => void faults.push(...next),
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Stores responses by idempotency key: the same call gets the same response, another call with the key is refused. */
export function createKeyStore() {
  const stored = new Map<string, { body: string; response: ServedResponse }>();
  return (
    key: string,
    body: string,
    execute: () => ServedResponse,
    onKeyReuse: () => ServedResponse,
  ): ServedResponse => {
    const known = stored.get(key);
    if (known) return known.body === body ? known.response : onKeyReuse();
    const response = execute();
    stored.set(key, { body, response });
    return response;
  };
}
