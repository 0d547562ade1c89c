import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** Slows password guessing down without locking the owner out, and stops refresh loops of existing clients. */
let app: TestApp;
let owner: TestUser;
let now = new Date('2026-03-01T09:00:00Z');
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};
const knownNetwork = '203.0.113.1';
const unknownNetwork = (host: number) => `198.51.100.${host}`;

beforeAll(async () => {
  app = await createTestApp({
    clock: { now: () => now },
    env: { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_FACTOR: '1' },
  });
});
afterAll(() => app.stop());

async function login(email: string, password: string, address: string) {
  return app.call('login', { body: { email, password }, headers: { 'x-forwarded-for': address } });
}

async function createOwner(): Promise<TestUser> {
  const user = await app.createUser();
  expect((await login(user.user.email, user.password, knownNetwork)).status).toBe(200);
  return user;
}

async function guess(email: string, hosts: number): Promise<number[]> {
  const statuses = [];
  for (let host = 1; host <= hosts; host += 1)
    statuses.push((await login(email, `WrongPassword${host}`, unknownNetwork(host))).status);
  return statuses;
}

const limitedAfterFive = [...Array(5).fill(400), ...Array(5).fill(429)];

it('blocks guesses from ten addresses, while the owner can log in from a known network', async () => {
  owner = await createOwner();
  expect(await guess(owner.user.email, 10)).toEqual(limitedAfterFive);
  const refused = await login(owner.user.email, owner.password, unknownNetwork(11));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
  expect((await login(owner.user.email, owner.password, knownNetwork)).status).toBe(200);
});

it('lets the owner log in from a new network after the guessing has stopped', async () => {
  later(3);
  expect((await login(owner.user.email, owner.password, unknownNetwork(12))).status).toBe(200);
  // That network is known now, so the failures of others do not matter.
  await guess(owner.user.email, 6);
  expect((await login(owner.user.email, owner.password, unknownNetwork(12))).status).toBe(200);
});

it('treats a name without an account in the same way', async () => {
  later(60);
  expect(await guess('nobody@example.com', 10)).toEqual(limitedAfterFive);
  later(60);
  expect(await guess('nobody-at-all', 10)).toEqual(limitedAfterFive);
});

it('uses the same bucket for a name in any letter case', async () => {
  later(60);
  expect(await guess('Somebody@Example.com', 5)).toEqual(Array(5).fill(400));
  expect((await login(' SOMEBODY@example.COM', 'x', unknownNetwork(7))).status).toBe(429);
});

it('limits guessing from a known network too', async () => {
  later(60);
  const statuses = [];
  for (let count = 0; count < 11; count += 1)
    statuses.push((await login(owner.user.email, 'WrongPassword1!', knownNetwork)).status);
  expect(statuses).toEqual([...Array(10).fill(400), 429]);
});

it('limits an address that tries many names', async () => {
  later(60);
  const statuses = [];
  for (let count = 0; count < 31; count += 1)
    statuses.push((await login(`user${count}@example.com`, 'WrongPassword1!', unknownNetwork(99))).status);
  expect(statuses).toEqual([...Array(30).fill(400), 429]);
});

it('does not count successful logins', async () => {
  const user = await createOwner();
  for (let count = 0; count < 12; count += 1)
    expect((await login(user.user.email, user.password, knownNetwork)).status).toBe(200);
});

it('counts concurrent attempts', async () => {
  later(60);
  const user = await createOwner();
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, host) => login(user.user.email, 'WrongPassword1!', unknownNetwork(host))),
  );
  expect(responses.filter(({ status }) => status === 400)).toHaveLength(5);
});

it('stores no IP address', async () => {
  const rows = await app.db.selectFrom('known_networks').selectAll().execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows.map(({ network_hash }) => network_hash.toString('latin1')))).not.toContain(
    knownNetwork,
  );
});

it('ends the loop of a client that refreshes on 401: 429 after five failures a minute with one token', async () => {
  const refresh = (token: string) => app.call('refreshToken', { body: { refresh: token } });
  const statuses = [];
  for (let count = 0; count < 7; count += 1) statuses.push((await refresh('dead')).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  expect((await refresh('another')).status).toBe(401);
  expect((await refresh((await app.createUser()).refresh)).status).toBe(200);
  later(1);
  expect((await refresh('dead')).status).toBe(401);
});

it('limits wrong old passwords in a password change', async () => {
  const user = await app.createUser();
  const attempt = (old_password: string, new_password: string) =>
    app.call('changePassword', { as: user, body: { old_password, new_password } });
  const statuses = [];
  for (let count = 0; count < 11; count += 1) statuses.push((await attempt('wrong', 'Another456!')).status);
  expect(statuses).toEqual([...Array(10).fill(400), 429]);
});
