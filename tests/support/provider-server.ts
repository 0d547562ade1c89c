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
export type ServedAnswer = { status: number; body: unknown };
/** What becomes of a call: it never arrives, is done without an answer, or is answered with a failure of the server. */
export type ServerFault = 'lost-before' | 'lost-after' | 'fails';

/** A server on this machine that stands in for a payment provider, with what goes over the network to look at. */
export async function startProviderServer(answer: (request: ServedRequest) => ServedAnswer) {
  const exchanges: Array<{ request: ServedRequest; answer: ServedAnswer }> = [];
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
    const answered = answer(request);
    exchanges.push({ request, answer: answered });
    if (fault === 'lost-after') return incoming.socket.destroy();
    outgoing.writeHead(answered.status, { 'content-type': 'application/json;charset=UTF-8' });
    outgoing.end(JSON.stringify(answered.body));
    return undefined;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    port,
    exchanges,
    /** The next calls that change something fail in this way. */
    failNext: (...next: ServerFault[]) => void faults.push(...next),
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers under a key are kept: the same call is answered alike, another one under the key is refused. */
export function createKeyStore() {
  const kept = new Map<string, { body: string; answer: ServedAnswer }>();
  return (key: string, body: string, work: () => ServedAnswer, reused: () => ServedAnswer): ServedAnswer => {
    const known = kept.get(key);
    if (known) return known.body === body ? known.answer : reused();
    const answer = work();
    kept.set(key, { body, answer });
    return answer;
  };
}
