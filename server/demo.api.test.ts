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
/** Counts the rows: the maintained counters do not notice a post that is deleted directly in the table. */
const countPosts = async () => (await app.db.selectFrom('posts').select('id').execute()).length;

it('fills a new site once with articles and with accounts that can log in', async () => {
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

it('completes an interrupted first start with the same passwords', async () => {
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

it('does nothing on a site that has other accounts', async () => {
  await app.createUser();
  expect(await seed()).toEqual([]);
  expect(await countPosts()).toBe(0);
});

it('returns only accounts that still exist, and none without a readable file', async () => {
  const accounts = await seed();
  await app.db.deleteFrom('accounts').where('username', '=', 'demo-author').execute();
  expect((await seed()).map(({ role }) => role)).toEqual(['reader', 'staff']);
  rmSync(file);
  expect(await seed()).toEqual([]);
  writeFileSync(file, 'not JSON');
  expect(await seed()).toEqual([]);
  expect(accounts).toHaveLength(3);
});
