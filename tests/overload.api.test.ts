import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

/** An overloaded process refuses new work and still serves cached responses and critical requests. */
let app: TestApp;
/** In the middle of a quarter of an hour: at its end a cached front page is no longer valid. */
let now = new Date('2026-03-02T09:05:00Z');
let isBlocking = false;
let blocking: Promise<void>;

beforeAll(async () => {
  app = await createTestApp({ withPages: true, env: { SHED_ON_LAG: 'true' }, clock: { now: () => now } });
});
afterAll(async () => {
  isBlocking = false;
  await blocking;
  await app.stop();
});

/** Blocks the event loop repeatedly, as a flood of work would. */
async function blockEventLoop(): Promise<void> {
  while (isBlocking) {
    const until = performance.now() + 400;
    while (performance.now() < until);
    await sleep(1);
  }
}

const statusOf = async (path: string) => (await app.fetch(path)).status;
const statusesOf = (...paths: string[]) => Promise.all(paths.map(statusOf));
const login = () => app.call('login', { body: { email: 'nobody@example.com', password: 'WrongPassword1!' } });
const webhook = () => app.call('receiveWebhook', { params: { provider: 'sandbox' }, body: {} });

it('serves cached pages, logins and webhooks and refuses the rest with Retry-After', async () => {
  await expect
    .poll(async () => {
      await app.fetch('/');
      await app.fetch('/api/v1/posts/');
      return app.cache.size().entries;
    })
    .toBe(2);
  isBlocking = true;
  blocking = blockEventLoop();
  await expect.poll(() => statusOf('/api/v1/posts/?search=слово')).toBe(503);
  const refused = await app.fetch('/posts?search=слово');
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(10);
  expect(await statusesOf('/', '/api/v1/posts/')).toEqual([200, 200]);
  // Expired responses are still served under overload.
  now = new Date(now.getTime() + 120_000);
  expect(await statusesOf('/', '/api/v1/posts/')).toEqual([200, 200]);
  expect((await Promise.all([login(), webhook()])).map(({ status }) => status)).toEqual([400, 400]);
  expect(await statusesOf('/healthz', '/readyz')).toEqual([200, 200]);
});

it('serves the files of the cached pages', async () => {
  const page = await app.fetch('/');
  const [, style = ''] = /href="(\/assets\/[^"]+\.css)"/.exec(page.body) ?? [];
  expect(style).not.toBe('');
  expect(await statusesOf(style, '/posts?search=слово')).toEqual([200, 503]);
});

it('accepts all requests again after the overload', async () => {
  isBlocking = false;
  await blocking;
  await expect.poll(() => statusOf('/api/v1/posts/?search=слово')).toBe(200);
});
