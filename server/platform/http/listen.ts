import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';

type Address = { host: string; port: number; backlog?: number };

/**
 * Listens; for `localhost` on both loopback addresses. The second listener passes its connections to the same HTTP
 * server, so that all limits apply to them. (Fastify would create a second server without our listeners.)
 */
export async function listen(app: FastifyInstance, { host, ...rest }: Address): Promise<void> {
  if (host !== 'localhost') {
    await app.listen({ host, ...rest });
    return;
  }
  // The same socket options as in an HTTP server.
  const second = createServer({ allowHalfOpen: true, noDelay: true });
  second.on('connection', (socket) => app.server.emit('connection', socket));
  const closed = new Promise((resolve) => second.once('close', resolve));
  app.addHook('preClose', async () => void second.close());
  app.server.once('close', () => second.listening && second.close());
  app.addHook('onClose', async () => void (second.listening && (await closed)));
  await app.listen({ host: '127.0.0.1', ...rest });
  second.listen({ ...rest, port: (app.server.address() as AddressInfo).port, host: '::1' });
  await once(second, 'listening').catch((error: NodeJS.ErrnoException) => {
    // Without IPv6 there are no clients at this address.
    if (error.code === 'EADDRINUSE') throw error;
  });
}
