import type { IncomingMessage } from 'node:http';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { createAddressResolver, networkOf } from './network.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:DB8:0:0:1::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('maps %s to the network %s', (address, network) => expect(networkOf(address)).toBe(network));

it.each<[trusted: boolean | string, address: string]>([
  [false, '127.0.0.1'],
  [true, '203.0.113.1'],
  ['loopback', '198.51.100.2'],
  ['10.0.0.0/8', '127.0.0.1'],
  ['127.0.0.1, 198.51.100.0/24', '203.0.113.1'],
])('with trustProxy %s finds the address %s, like Fastify', async (trustProxy, address) => {
  const app = Fastify({ trustProxy });
  let found = '';
  app.server.prependListener('request', (request: IncomingMessage) => {
    found = createAddressResolver(trustProxy)(request);
  });
  app.get('/', async ({ ip }) => ip);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  try {
    const response = await fetch(origin, { headers: { 'x-forwarded-for': '203.0.113.1, 198.51.100.2' } });
    expect([await response.text(), found]).toEqual([address, address]);
  } finally {
    await app.close();
  }
});
