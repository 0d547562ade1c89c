import { afterAll, beforeAll, expect, it } from 'vitest';
import { buckets } from '#server/platform/rate-limits/buckets.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

/** Rate limits as on a public site; tests elsewhere relax them. */
let app: TestApp;
beforeAll(async () => {
  const now = new Date();
  const env = { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' };
  app = await createTestApp({ clock: { now: () => now }, env });
});
afterAll(() => app.stop());

let userCount = 0;
const register = (host: string, changes: object = {}) => {
  userCount += 1;
  const body = {
    username: `reader${userCount}`,
    email: `reader${userCount}@example.com`,
    password: 'TestPassword123!',
  };
  return app.call('register', { body: { ...body, ...changes }, headers: { 'x-forwarded-for': host } });
};

it('accepts fifty registrations an hour from one network, half of them after a taken name', async () => {
  const office = '203.0.113.1';
  expect((await register(office, { username: 'anna' })).status).toBe(201);
  for (let reader = 0; reader < 50; reader += 1) {
    if (reader % 2) {
      const { status, body } = await register(office, { username: 'Anna' });
      expect([status, Object.keys(body)]).toEqual([400, ['username']]);
    }
    // A mistake that reveals nothing about other accounts is not counted.
    expect((await register(office, { password: 'short' })).status).toBe(400);
    expect((await register(office)).status).toBe(201);
  }
});

it('refuses taken and free addresses alike after too many taken ones from a network', async () => {
  const [prober, elsewhere] = ['203.0.113.2', '203.0.113.3'];
  await register(elsewhere, { email: 'known@example.com' });
  for (let probe = 0; probe < buckets.registerTaken.burst; probe += 1) {
    const { status, body } = await register(prober, { email: 'Known@example.com' });
    expect([status, Object.keys(body)]).toEqual([400, ['email']]);
  }
  const known = await register(prober, { email: 'known@example.com' });
  const free = await register(prober);
  expect([known.status, known.body]).toEqual([429, free.body]);
  expect(free.status).toBe(429);
  expect(known.headers.get('retry-after')).toBe(free.headers.get('retry-after'));
  expect((await register(elsewhere)).status).toBe(201);
});

it('counts concurrent probes', async () => {
  await register('203.0.113.4', { email: 'crowd@example.com' });
  const responses = await Promise.all(
    Array.from({ length: 45 }, () => register('203.0.113.5', { email: 'crowd@example.com' })),
  );
  expect(responses.filter(({ status }) => status === 400)).toHaveLength(buckets.registerTaken.burst);
});
