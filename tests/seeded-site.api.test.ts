import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findWrongCounters } from '#tests/support/counters.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { hasContent, seedScale } from '../scripts/scale/seed.ts';

const scale = {
  posts: 2_000,
  commentsPerPost: 5,
  discussion: 300,
  seed: 1,
  now: new Date(),
  passwordHash: '-',
};
let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  expect(await hasContent(app.ownerUrl)).toBe(false);
  await seedScale({ ...scale, url: app.ownerUrl });
});
afterAll(() => app.stop());

describe('a site filled with generated data', () => {
  it('has correct counters, is detected as filled, and can be extended', async () => {
    expect(await findWrongCounters(app.db)).toEqual([]);
    expect(await hasContent(app.ownerUrl)).toBe(true);
    await seedScale({ ...scale, posts: 300, seed: 2, url: app.ownerUrl });
    expect(await findWrongCounters(app.db)).toEqual([]);
  });

  it('can be read through the API', async () => {
    const list = await app.call('listPosts', { query: { page_size: 50 } });
    expect(list.body.results).toHaveLength(50);
    const [post] = (await app.call('listPosts', { query: { ordering: '-created_at', page: 3 } })).body
      .results;
    expect((await app.call('getPost', { params: { slug: post.slug } })).status).toBe(200);
    const { body } = await app.call('listPopularPosts');
    expect(body[0].views_count).toBeGreaterThan(body[9].views_count);
  });

  it('stays unchanged if seeding is aborted', async () => {
    const before = await app.call('listPosts');
    const signal = AbortSignal.abort(new Error('enough'));
    const seeding = seedScale({ ...scale, seed: 3, url: app.ownerUrl, signal });
    await expect(seeding).rejects.toThrow('enough');
    const after = await app.call('listPosts');
    expect(after.body.count).toBe(before.body.count);
    const { rows } = await sql`select from pg_indexes where indexname = 'post_search_index_vector'`.execute(
      app.db,
    );
    expect(rows).toHaveLength(1);
  });
});
