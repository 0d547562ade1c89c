import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * An address behind which a test puts one site after the other, as a deployment does, or none, as a broken network does. It
 * forwards bytes.
 */
export async function createSwitchableSite() {
  const sockets = new Set<Socket>();
  let port: number | null = null;
  const track = (socket: Socket) => {
    sockets.add(socket);
    // A reset connection is what the tests want.
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((socket) => {
    track(socket);
    if (port === null) return socket.destroy();
    const upstream = connect(port, 'localhost');
    track(upstream);
    socket.pipe(upstream).pipe(socket);
    socket.on('close', () => upstream.destroy());
    upstream.on('close', () => socket.destroy());
  }).listen(0, 'localhost');
  await once(server, 'listening');
  const endConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** Forwards new connections to this site; null refuses them. */
    show(site: { origin: string } | null): void {
      port = site && Number(new URL(site.origin).port);
      endConnections();
    },
    async stop(): Promise<void> {
      endConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
