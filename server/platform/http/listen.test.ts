import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from './listen.ts';

const connectionCount = 160;

it.runIf(process.platform === 'linux')(
  'accepts several connections in one turn of the event loop',
  async () => {
    const app = fastify();
    onTestFinished(() => app.close());
    await listen(app, { host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    let accepted = 0;
    app.server.on('connection', () => (accepted += 1));
    const sockets = Array.from({ length: connectionCount }, () => connect(port, '127.0.0.1'));
    onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
    let turns = 0;
    for (; accepted < connectionCount; turns += 1) await nextTurn();
    expect(turns).toBeLessThan(connectionCount / 2);
  },
);

it('ends after the responses to the connections of all listeners', async () => {
  const app = fastify();
  const first = Promise.withResolvers<void>();
  const last = Promise.withResolvers<void>();
  let started = 0;
  app.get('/:group', async ({ params }) => {
    started += 1;
    const { group } = params as { group: string };
    await (group === 'first' ? first : last).promise;
    return 'served';
  });
  await listen(app, { host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const request = async (group: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/${group}`, { headers: { connection: 'close' } });
    return response.text();
  };
  // The last four are hardly ever all of one listener.
  const firstResponses = Array.from({ length: connectionCount - 4 }, () => request('first'));
  const lastResponses = Array.from({ length: 4 }, () => request('last'));
  await expect.poll(() => started).toBe(connectionCount);
  let hasEnded = false;
  const end = app.close().then(() => (hasEnded = true));
  first.resolve();
  expect(new Set(await Promise.all(firstResponses))).toEqual(new Set(['served']));
  for (let turn = 0; turn < 50; turn += 1) await nextTurn();
  expect(hasEnded).toBe(false);
  last.resolve();
  expect(await Promise.all(lastResponses)).toEqual(Array(4).fill('served'));
  await end;
});
