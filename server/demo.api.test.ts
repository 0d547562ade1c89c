import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { seedDemo } from './demo.ts';
import { silentLog } from './platform/log.ts';

let app: TestApp;
let file: string;

beforeEach(async () => {
  app = await createTestApp();
  file = join(app.dataDir, 'demo-accounts.json');
});
afterEach(() => app.stop());

const seed = () => seedDemo({ ...app, log: silentLog });
/** Counted anew: a post that is taken out of the table by hand is still in the kept counters. */
const countPosts = async () => (await app.db.selectFrom('posts').select('id').execute()).length;

it('fills a new site with articles and accounts that can log in, once', async () => {
  const accounts = await seed();
  expect(accounts.map(({ role }) => role)).toEqual(['reader', 'author', 'staff']);
  expect(await countPosts()).toBe(24);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (const { role, email, password } of accounts) {
    const { status, body } = await app.call('login', { body: { email, password } });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ is_staff: role === 'staff', is_superuser: false });
  }

  const post = await app.posts.find('umnyy-dom');
  await app.db
    .deleteFrom('posts')
    .where('id', '=', post?.id ?? 0)
    .execute();
  expect(await seed()).toEqual(accounts);
  expect(await countPosts()).toBe(23);
});

it('completes what a killed start has begun, with the same passwords', async () => {
  const accounts = await seed();
  const [reader] = await app.db
    .deleteFrom('accounts')
    .where('username', '=', 'demo-reader')
    .returning('id')
    .execute();
  expect(reader).toBeDefined();
  const post = await app.posts.find('umnyy-dom');
  await app.db
    .deleteFrom('posts')
    .where('id', '=', post?.id ?? 0)
    .execute();
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), isComplete: false }));

  expect(await seed()).toEqual(accounts);
  expect(await countPosts()).toBe(24);
  const { email, password } = accounts[0] ?? { email: '', password: '' };
  expect((await app.call('login', { body: { email, password } })).status).toBe(200);
});

it('leaves a site alone that has begun without it', async () => {
  await app.createUser();
  expect(await seed()).toEqual([]);
  expect(await countPosts()).toBe(0);
});

it('names no account that is gone, and none when the file is', async () => {
  const accounts = await seed();
  await app.db.deleteFrom('accounts').where('username', '=', 'demo-author').execute();
  expect((await seed()).map(({ role }) => role)).toEqual(['reader', 'staff']);
  rmSync(file);
  expect(await seed()).toEqual([]);
  writeFileSync(file, 'not JSON');
  expect(await seed()).toEqual([]);
  expect(accounts).toHaveLength(3);
});
