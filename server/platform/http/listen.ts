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

/**
 * Listens; for `localhost` on both loopback addresses. All listeners pass their connections to the same HTTP server, so
 * that all limits apply to them. (Fastify would create a second server without our listeners.)
 */
export async function listen(app: FastifyInstance, { host, port, ...rest }: Address): Promise<void> {
  const options = { ...rest, reusePort: listenersPerAddress > 1 };
  const [firstHost, ...otherHosts] = host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
  const hosts = [firstHost, ...otherHosts].flatMap((name) => Array<string>(listenersPerAddress).fill(name));
  // The same socket options as in an HTTP server.
  const listeners = hosts.slice(1).map(() => createServer({ allowHalfOpen: true, noDelay: true }));
  for (const listener of listeners)
    listener.on('connection', (socket) => app.server.emit('connection', socket));
  const closed = Promise.all(
    listeners.map((listener) => new Promise<void>((resolve) => listener.once('close', resolve))),
  );
  app.addHook('preClose', async () => {
    for (const listener of listeners) listener.close();
  });
  app.addHook('onClose', async () => void (await closed));
  await app.listen({ ...options, host: firstHost, port });
  const chosenPort = (app.server.address() as AddressInfo).port;
  for (const [index, listener] of listeners.entries()) {
    listener.listen({ ...options, host: hosts[index + 1], port: chosenPort });
    await once(listener, 'listening').catch((error: NodeJS.ErrnoException) => {
      // Without IPv6 there are no clients at this address.
      if (error.code === 'EADDRINUSE') throw error;
    });
  }
}
