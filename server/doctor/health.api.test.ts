import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let staff: TestUser;
let refusing: Server;
let now = new Date();

beforeAll(async () => {
  // A mail server that closes every connection.
  refusing = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(refusing, 'listening');
  const { port } = refusing.address() as { port: number };
  app = await createTestApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` }, clock: { now: () => now } });
  staff = await app.createUser({ isStaff: true });
});
afterAll(async () => {
  await app.stop();
  refusing.close();
});

const read = async () => (await app.call('getSiteHealth', { as: staff })).body;
const statusOf = (body: { checks: Array<{ name: string; status: string }> }, name: string) =>
  body.checks.find((check) => check.name === name)?.status;

it('says what works, in Russian, and what does not; the worst check counts', async () => {
  const body = await read();
  expect(body).toMatchObject({ status: 'fail', version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  expect(statusOf(body, 'mail')).toBe('fail');
  expect(statusOf(body, 'database')).toBe('ok');
  expect(body.checks.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['schema', 'jobs', 'disk', 'storage', 'payments', 'backup']),
  );
  for (const { title, advice, status } of body.checks) {
    expect(title).toMatch(/[а-я]/);
    if (status !== 'ok') expect(advice).toMatch(/[а-я]/);
  }
  expect(JSON.stringify(body)).not.toContain(app.databaseUrl);
});

it('repeats a result for ten seconds and then checks again', async () => {
  const first = await read();
  await sql`
    insert into backup_runs (started_at, finished_at, target, name, is_scheduled, is_encrypted, bytes, pictures)
      values ('2020-01-01', '2020-01-01', '/x', 'x', true, true, 1, 1)`.execute(app.db);
  expect(await read()).toEqual(first);
  now = new Date(now.getTime() + 10_000);
  const second = await read();
  expect(second.checked_at).not.toBe(first.checked_at);
  expect(statusOf(second, 'backup')).toBe('warn');
});

it('is for staff only', async () => {
  const reader = await app.createUser();
  expect((await app.call('getSiteHealth', { as: reader })).status).toBe(403);
  expect((await app.call('getSiteHealth')).status).toBe(401);
});
