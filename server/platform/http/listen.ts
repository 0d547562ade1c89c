import cluster from 'node:cluster';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';

type Address = { host: string; port: number; backlog?: number };

/**
 * Number of listeners on each address. Node accepts one connection of a listener in a turn of its event loop, and turns
 * are long while pages are rendered: with one listener, clients that open connections without requests would keep all
 * others waiting in the accept queue. Linux divides new connections among the listeners of a port. In a cluster the
 * primary process accepts, and its turns are short.
 */
const listenersPerAddress = process.platform === 'linux' && !cluster.isWorker ? 16 : 1;

/** The addresses of a host name that is listened on: for `localhost` both loopback addresses. */
export const addressesOf = (host: string): string[] => (host === 'localhost' ? ['127.0.0.1', '::1'] : [host]);

/**
 * Listens; for `localhost` on both loopback addresses. All listeners pass their connections to the same HTTP server, so
 * that all limits apply to them. (Fastify would create a second server without our listeners.)
 */
export async function listen(app: FastifyInstance, { host, port, ...rest }: Address): Promise<void> {
  const options = { ...rest, reusePort: listenersPerAddress > 1 };
  const [first, ...others] = addressesOf(host).flatMap((address) =>
    Array<string>(listenersPerAddress).fill(address),
  );
  // The same socket options as in an HTTP server.
  const listeners = others.map(() => createServer({ allowHalfOpen: true, noDelay: true }));
  for (const listener of listeners)
    listener.on('connection', (socket) => app.server.emit('connection', socket));
  const closed = Promise.all(
    listeners.map((listener) => new Promise<void>((resolve) => listener.once('close', resolve))),
  );
  app.addHook('preClose', async () => {
    for (const listener of listeners) listener.close();
  });
  app.addHook('onClose', async () => void (await closed));
  await app.listen({ ...options, host: first, port });
  const chosenPort = (app.server.address() as AddressInfo).port;
  for (const [index, listener] of listeners.entries()) {
    const address = others[index];
    listener.listen({ ...options, host: address, port: chosenPort });
    await once(listener, 'listening').catch((error: NodeJS.ErrnoException) => {
      // Without IPv6 there are no clients at this address.
      if (address !== '::1' || error.code === 'EADDRINUSE') throw error;
    });
  }
}
