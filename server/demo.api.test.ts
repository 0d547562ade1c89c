import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { type DemoAccount, seedDemo } from './demo.ts';
import { silentLog } from './platform/log.ts';

let app: TestApp;
let file: string;

async function createApp(): Promise<void> {
  app = await createTestApp();
  file = join(app.dataDir, 'demo-accounts.json');
}

const dayMs = 24 * 3_600_000;
const seed = () => seedDemo({ ...app, log: silentLog });
/** Counts the rows: the maintained counters do not notice a post that is deleted directly in the table. */
const countPosts = async () => (await app.db.selectFrom('posts').select('id').execute()).length;

describe('a new site', () => {
  let accounts: DemoAccount[];
  beforeAll(async () => {
    await createApp();
    accounts = await seed();
  });
  afterAll(() => app.stop());

  it('has articles and accounts that can log in', async () => {
    expect(accounts.map(({ role }) => role)).toEqual(['reader', 'author', 'staff']);
    expect(await countPosts()).toBe(29);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const { role, email, password } of accounts) {
      const { status, body } = await app.call('login', { body: { email, password } });
      expect(status).toBe(200);
      expect(body.user).toMatchObject({ is_staff: role === 'staff', is_superuser: role === 'staff' });
    }
  });

  it('looks alive: articles of the last two weeks, discussed afterwards, by people with avatars', async () => {
    const posts = await app.db.selectFrom('posts').selectAll().execute();
    const comments = await app.db.selectFrom('comments').selectAll().execute();
    const now = Date.now();
    const published = new Map(posts.map(({ id, created_at }) => [id, created_at.getTime()]));
    const ages = [...published.values()].map((time) => Math.floor((now - time) / dayMs));
    expect(Math.min(...ages)).toBeLessThanOrEqual(1);
    expect(Math.max(...ages)).toBeLessThanOrEqual(15);
    expect(new Set(ages).size).toBeGreaterThan(10);
    expect(comments.length).toBeGreaterThan(100);
    for (const { post_id, created_at } of comments) {
      expect(created_at.getTime()).toBeGreaterThan(published.get(post_id) ?? now);
      expect(created_at.getTime()).toBeLessThan(now);
    }
    const people = await app.db
      .selectFrom('accounts')
      .select('username')
      .where('avatar_id', 'is', null)
      .execute();
    expect(people.map(({ username }) => username).sort()).toEqual(['demo-reader', 'demo-staff']);
    const registered = await app.db.selectFrom('accounts').select('created_at').execute();
    const joined = registered.map(({ created_at }) => created_at.getTime());
    expect(Math.max(...joined)).toBeLessThan(Math.min(...published.values()) - 30 * dayMs);
    expect(new Set(joined).size).toBe(joined.length);
    const { popular } = (await app.call('getFrontPage')).body;
    expect(popular.posts.length).toBeGreaterThanOrEqual(4);
  });

  it('gives the demo author articles, a draft and a scheduled text', async () => {
    const { email, password } = accounts[1] ?? { email: '', password: '' };
    const { body } = await app.call('login', { body: { email, password } });
    const { results } = (await app.call('listMyPosts', { as: body, query: { page_size: 10 } })).body;
    const plans = results.map((post: { status: string; publish_at: string | null }) =>
      post.publish_at === null ? post.status : 'scheduled',
    );
    expect(plans.sort()).toEqual(['draft', 'published', 'published', 'published', 'scheduled']);
  });
});

describe('a later start', () => {
  beforeEach(createApp);
  afterEach(() => app.stop());

  it('adds nothing to a filled site, and returns only accounts that still exist, none without a readable file', async () => {
    const accounts = await seed();
    const post = await app.posts.find('umnyy-dom');
    await app.db
      .deleteFrom('posts')
      .where('id', '=', post?.id ?? 0)
      .execute();
    expect(await seed()).toEqual(accounts);
    expect(await countPosts()).toBe(28);
    await app.db.deleteFrom('accounts').where('username', '=', 'demo-reader').execute();
    expect((await seed()).map(({ role }) => role)).toEqual(['author', 'staff']);
    rmSync(file);
    expect(await seed()).toEqual([]);
    writeFileSync(file, 'not JSON');
    expect(await seed()).toEqual([]);
    expect(accounts).toHaveLength(3);
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
    expect(await countPosts()).toBe(29);
    const { email, password } = accounts[0] ?? { email: '', password: '' };
    expect((await app.call('login', { body: { email, password } })).status).toBe(200);
  });

  it('does nothing on a site that has other accounts', async () => {
    await app.createUser();
    expect(await seed()).toEqual([]);
    expect(await countPosts()).toBe(0);
  });
});
