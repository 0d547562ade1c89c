import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from './support/test-app.ts';

/** One request of a network in each bucket, and no cache, whose responses are sent to everybody. */
const env = { RATE_LIMIT_FACTOR: '0.0001', TRUST_PROXY: '127.0.0.1,::1', CACHE_MB: '0' };
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Routes that a network may request as often as it likes, and why. */
const unlimitedRoutes: Readonly<Record<string, string>> = {
  '/healthz': 'a probe, which must not be refused; a few bytes',
  '/readyz': 'a probe, which must not be refused; a few bytes',
  '/sw.js': 'compressed once; browsers ask for it with every page',
  '/media/*': 'bytes of the storage, dozens on a page',
  '/assets/*': 'files of the build with their compressed copies, dozens on a page',
  '/api': '404 with a few bytes',
  '/api/*': '404 with a few bytes',
};

type Route = { url: string; method: string | string[] };
const routes: Route[] = [];
const observe = (message: unknown) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ url, method }) => void routes.push({ url, method }));
};

let app: TestApp;
beforeAll(async () => {
  subscribe('fastify.initialization', observe);
  app = await createTestApp({ withPages: true, env, clock: { now: () => new Date('2026-12-01T12:10:00Z') } });
  unsubscribe('fastify.initialization', observe);
});
afterAll(() => app.stop());

let lastNetwork = 0;
/** A network without earlier requests. */
function createNetwork(): string {
  lastNetwork += 1;
  return `10.${lastNetwork >> 16}.${(lastNetwork >> 8) & 255}.${lastNetwork & 255}`;
}

/** Whether the second request of a network is refused; undefined if the path has no such method. */
async function isLimited(path: string, method: string): Promise<boolean | undefined> {
  const init = { method, headers: { 'x-forwarded-for': createNetwork() } };
  const url = app.origin + path.replace(/:\w+/g, '1').replace('*', 'x');
  const [first, second] = [await fetch(url, init), await fetch(url, init)];
  return first.status === 405 ? undefined : second.status === 429;
}

it('routes without a rate limit are those of a short list', async () => {
  const unlimited = new Set<string>();
  for (const { url, method } of routes) {
    const route = url.startsWith('/assets/') ? '/assets/*' : url;
    if (unlimited.has(route)) continue;
    for (const each of methods.filter((name) => [method].flat().includes(name)))
      if ((await isLimited(url, each)) === false) unlimited.add(route);
  }
  expect([...unlimited].sort()).toEqual(Object.keys(unlimitedRoutes).sort());
});

it.each([
  '/sw.js',
  '/api/v1/openapi.json',
  '/api/v1/docs/swagger-ui-bundle.js',
  '/api/v1/docs/swagger-ui.css',
])('what is large and the same for everybody is sent from memory, compressed: %s', async (path) => {
  const headers = { 'accept-encoding': 'br', 'x-forwarded-for': createNetwork() };
  const response = await fetch(app.origin + path, { headers });
  expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'br']);
  // A response that is compressed while it is sent has no length.
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(1_000);
  expect((await response.text()).length).toBeGreaterThan(1_000);
});
