import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** Limits that allow one call for each IP address. */
const minimalLimits = { RATE_LIMIT_FACTOR: '0.0001' };
const params = { slug: 'x', id: '1', postId: '1' };
const fromAddress = (address: string) => ({ 'x-forwarded-for': address });

describe.each(['memory', 'database'])('limits counted in the %s', (store) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ env: { ...minimalLimits, RATE_LIMIT_STORE: store } });
    expect((await app.call('listPosts')).status).toBe(200);
  });
  afterAll(() => app.stop());

  it.each(Object.values<Endpoint>(endpoints).map((endpoint) => [endpoint.id]))(
    '%s returns 429 with Retry-After',
    async (id) => {
      const { status, headers, body } = await app.call(id, { params });
      expect([status, body]).toEqual([429, { detail: 'Слишком много запросов. Попробуйте позже.' }]);
      expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    },
  );

  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-user-id', 'authorization'])(
    'ignore the header %s',
    async (header) => {
      expect((await app.call('listPosts', { headers: { [header]: '198.51.100.1' } })).status).toBe(429);
    },
  );
});

describe('IP addresses behind a trusted proxy', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ env: { ...minimalLimits, TRUST_PROXY: '127.0.0.1' } });
  });
  afterAll(() => app.stop());
  const statusFrom = async (address: string) =>
    (await app.call('listPosts', { headers: fromAddress(address) })).status;

  it('are counted separately, an IPv6 /64 network as one', async () => {
    expect(await statusFrom('203.0.113.1')).toBe(200);
    expect(await statusFrom('203.0.113.1')).toBe(429);
    expect(await statusFrom('203.0.113.2')).toBe(200);
    expect(await statusFrom('2001:db8::1')).toBe(200);
    expect(await statusFrom('2001:db8::ffff:1')).toBe(429);
    expect(await statusFrom('2001:db8:0:1::1')).toBe(200);
  });

  it('cannot be forged by the caller, who controls only the left end of X-Forwarded-For', async () => {
    expect(await statusFrom('198.51.100.7, 203.0.113.9')).toBe(200);
    expect(await statusFrom('198.51.100.8, 203.0.113.9')).toBe(429);
  });
});

it('does not count API calls made by page rendering', async () => {
  const app = await createTestApp({ env: minimalLimits, withPages: true });
  try {
    expect((await app.fetch('/posts')).status).toBe(200);
    expect((await app.call('listPosts')).status).toBe(200);
    expect((await app.call('listPosts')).status).toBe(429);
  } finally {
    await app.stop();
  }
});

it('counts the writes of each user separately, across IP addresses', async () => {
  // Allows two registrations and twelve writes.
  const env = { RATE_LIMIT_FACTOR: '0.04', TRUST_PROXY: '127.0.0.1' };
  const app = await createTestApp({ env });
  try {
    const [anna, boris] = [await app.createUser(), await app.createUser()];
    const write = (as: typeof anna, host: number) =>
      app.call('updateProfile', { as, body: { bio: 'x' }, headers: fromAddress(`203.0.113.${host}`) });
    const statuses = [];
    for (let host = 1; host <= 13; host += 1) statuses.push((await write(anna, host)).status);
    expect(statuses).toEqual([...Array(12).fill(200), 429]);
    expect((await write(boris, 14)).status).toBe(200);
  } finally {
    await app.stop();
  }
});

it('allows a test run of the whole API from one IP address: 320 calls within a second or two', async () => {
  const app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
  try {
    const users = await Promise.all(Array.from({ length: 13 }, () => app.createUser()));
    const logins = users.slice(0, 10).map(({ user, password }, index) =>
      app.call('login', {
        body: { email: user.email, password: index < 4 ? 'WrongPassword1!' : password },
      }),
    );
    const refreshes = users
      .slice(0, 6)
      .map(({ refresh }, index) =>
        app.call('refreshToken', { body: { refresh: index < 2 ? 'bad' : refresh } }),
      );
    const reads = Array.from({ length: 290 }, (_, index) =>
      app.call('listPosts', index % 10 ? {} : { query: { search: 'слово' } }),
    );
    const responses = await Promise.all([...logins, ...refreshes, ...reads]);
    expect(responses.filter(({ status }) => status === 429)).toEqual([]);
  } finally {
    await app.stop();
  }
});

it('limits the statistics of all own posts by account', async () => {
  const app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '0.1' } });
  const [author, other] = [await app.createUser(), await app.createUser()];
  const read = async (as: TestUser) => (await app.call('getMyPostStats', { as })).status;
  const statuses = [];
  for (let call = 0; call < 4; call += 1) statuses.push(await read(author));
  expect([...statuses, await read(other)]).toEqual([200, 200, 200, 429, 200]);
  await app.stop();
});

it('charges the rendering limit by the size of the text', async () => {
  const app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '0.1' } });
  const preview = async (as: TestUser, content: string) =>
    (await app.call('previewPost', { as, body: { content } })).status;
  const [small, large] = [await app.createUser(), await app.createUser()];
  expect([await preview(small, 'слово'), await preview(small, 'слово')]).toEqual([200, 200]);
  expect([await preview(large, 'слово '.repeat(33_000)), await preview(large, 'слово')]).toEqual([200, 429]);
  await app.stop();
});
