import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  const now = new Date();
  app = await createTestApp({ clock: { now: () => now } });
  await app.imports.importFrom('db/seeds/demo');
});
afterAll(() => app?.stop());

/** What scanners of default accounts try first. */
const names = [
  'admin',
  'administrator',
  'root',
  'superuser',
  'editor',
  'moderator',
  'demo',
  'test',
  'user',
  'info',
];
const passwords = [
  'admin',
  'password',
  '12345678',
  'administrator',
  'qwerty123',
  'changeme',
  'root',
  'demo',
  'test',
  '123456',
];

it('a site with demo content has no staff, and no account with a usual password', async () => {
  const accounts = await app.db
    .selectFrom('accounts')
    .select(['email', 'password_hash', 'role', 'is_staff', 'is_superuser'])
    .execute();
  expect(accounts.length).toBeGreaterThan(0);
  const guessed: string[] = [];
  for (const { email, password_hash: hash, ...rights } of accounts) {
    expect(rights).toEqual({ role: 'author', is_staff: false, is_superuser: false });
    for (const password of [...passwords, email])
      if (await verify(hash, password)) guessed.push(`${email} ${password}`);
  }
  expect(guessed).toEqual([]);
});

it('a scan of default accounts finds none', async () => {
  const pairs = names.flatMap((name) =>
    passwords.map((password) => ({ email: `${name}@example.com`, password })),
  );
  expect(pairs.length).toBeGreaterThanOrEqual(100);
  const statuses = new Set<number>();
  for (const [index, body] of pairs.entries()) {
    // Each from another network, as such scans are; the attempts for one address are limited all the same.
    const headers = { 'x-forwarded-for': `198.51.${index}.7` };
    statuses.add((await app.call('login', { body, headers })).status);
  }
  expect([...statuses].sort()).toEqual([400, 429]);
});
