import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';

type Address = { host: string; port: number; backlog?: number };

/**
 * Listens; on `localhost` at both of its addresses. The second address hands its connections to the one HTTP server, so
 * that what holds for its connections holds for all. (Fastify would make a second server, with none of our listeners.)
 */
export async function listen(app: FastifyInstance, { host, ...rest }: Address): Promise<void> {
  if (host !== 'localhost') {
    await app.listen({ host, ...rest });
    return;
  }
  // As the HTTP server makes its own connections.
  const second = createServer({ allowHalfOpen: true, noDelay: true });
  second.on('connection', (socket) => app.server.emit('connection', socket));
  const closed = new Promise((resolve) => second.once('close', resolve));
  app.addHook('preClose', async () => void second.close());
  app.server.once('close', () => second.listening && second.close());
  app.addHook('onClose', async () => void (second.listening && (await closed)));
  await app.listen({ host: '127.0.0.1', ...rest });
  second.listen({ ...rest, port: (app.server.address() as AddressInfo).port, host: '::1' });
  await once(second, 'listening').catch((error: NodeJS.ErrnoException) => {
    // A machine without IPv6 has nobody there.
    if (error.code === 'EADDRINUSE') throw error;
  });
}
