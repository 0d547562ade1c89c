import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { limitConnections } from './connections.ts';

const large = Buffer.alloc(30_000_000);
let server: Server;
let startedCount: number;

beforeEach(async () => {
  startedCount = 0;
  server = createServer();
  limitConnections(
    server,
    (request, response) => {
      if (request.url === '/small') return response.end();
      startedCount += 1;
      response.end(large);
    },
    {
      limits: { total: 10, perNetwork: 10, pipelined: 10 },
      isTrustedProxy: () => false,
      isStopping: () => false,
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it('starts a pipelined request after the client has received the previous response', async () => {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(4));
  await expect.poll(() => startedCount).toBe(1);
  // Gives the server time for everything else it has to do.
  for (let turn = 0; turn < 5; turn += 1) await (await fetch(`http://127.0.0.1:${port}/small`)).text();
  expect(startedCount).toBe(1);
  socket.resume();
  await expect.poll(() => startedCount).toBe(4);
  socket.destroy();
});
