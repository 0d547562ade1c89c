import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointId } from '#contract/paths.ts';
import { discussionOrders } from '#contract/query.ts';
import { countComments } from '#server/features/comments/comment-store.ts';
import { countPosts, listPostIds } from '#server/features/posts/post-list-store.ts';
import { measureQueries } from '#tests/support/query-cost.ts';
import { type CallOptions, createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { withoutIntervals } from '#tests/support/without-intervals.ts';
import { seedScale } from '../scripts/scale/seed.ts';

/**
 * The cost of a list does not depend on the size of the site: no sequential scan of a table and no full scan of an index.
 * The data is small, so that the test is quick, but ten times larger than what a list may read.
 */
const posts = 6_000;
const maxRows = 400;

let app: TestApp;
const now = new Date();
let reader: TestUser;
let author: TestUser;
let slug: string;
let postId: number;
let rootId: number;
let authorName: string;
let authorId: number;

withoutIntervals();
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } });
  const scale = { posts, commentsPerPost: 3, discussion: 200, seed: 5, now, passwordHash: '-' };
  await seedScale({ ...scale, url: app.ownerUrl });
  // Only as many pins as a list shows: finding the rotation reads all of them.
  await sql`delete from pins where account_id > 20`.execute(app.db);
  [reader, author] = [await app.createUser(), await app.createUser()];
  await app.createPost(author, { status: 'draft' });
  const { rows } = await sql<{ slug: string; post: number; root: number; author: number; name: string }>`
    select (select slug from categories order by posts_count desc limit 1) as slug,
      (select id from posts order by comments_count desc limit 1) as post,
      (select id from comments where parent_id is null order by replies_count desc limit 1) as root,
      id as author, username as name
    from accounts order by published_posts_count desc limit 1`.execute(app.db);
  ({ slug, post: postId, root: rootId, author: authorId, name: authorName } = rows[0] as never);
});
afterAll(() => app.stop());

async function measureCall(id: EndpointId, options: CallOptions = {}) {
  // The first call fills caches of tokens and statistics.
  await app.call(id, options);
  let status = 0;
  const queries = await app.recordQueries(async () => {
    ({ status } = await app.call(id, options));
  });
  expect(status).toBe(200);
  expect(queries.length).toBeGreaterThan(0);
  return measureQueries(app.db, queries);
}

const lists = (): Array<[name: string, id: EndpointId, options?: CallOptions]> => [
  ['the list', 'listPosts'],
  ['a page in the middle', 'listPosts', { query: { page: 140 } }],
  ['the last page', 'listPosts', { query: { page: 'last' } }],
  ['a page in the middle, ascending', 'listPosts', { query: { page: 140, ordering: 'created_at' } }],
  ['by views', 'listPosts', { query: { ordering: '-views_count' } }],
  ['by title', 'listPosts', { query: { ordering: 'title' } }],
  ['by change', 'listPosts', { query: { ordering: '-updated_at' } }],
  ['a category', 'listPosts', { query: { category: slug } }],
  ['an author', 'listPosts', { query: { author: authorId } }],
  ['for a reader', 'listPosts', { as: reader }],
  ['for an author with drafts', 'listPosts', { as: author }],
  ['drafts of an author', 'listPosts', { as: author, query: { status: 'draft' } }],
  ['a rare word', 'listPosts', { query: { search: 'неведомоеслово' } }],
  ['own posts', 'listMyPosts', { as: author }],
  ['scheduled own posts', 'listMyPosts', { as: author, query: { status: 'scheduled' } }],
  ['popular', 'listPopularPosts'],
  ['recent', 'listRecentPosts'],
  ['pinned', 'listPinnedPosts'],
  ['featured', 'listFeaturedPosts'],
  ['posts of a category', 'listCategoryPosts', { params: { slug }, query: { page_size: 20 } }],
  ['posts of an author', 'listUserPosts', { params: { username: authorName } }],
  ['a post', 'getPost', { params: { slug: postId } }],
  ['comments', 'listComments'],
  ['comments of a post', 'listComments', { query: { post: postId } }],
  ['own comments', 'listMyComments', { as: reader }],
  ['a rare word in comments', 'listComments', { query: { search: 'неведомоеслово' } }],
  ['replies', 'listReplies', { params: { id: rootId } }],
];

describe('the number of rows that a list reads', () => {
  it('does not grow with the site', async () => {
    const wrong: unknown[] = [];
    for (const [name, id, options] of lists()) {
      const { scanned, rows } = await measureCall(id, options);
      if (scanned.length > 0 || rows > maxRows) wrong.push({ name, scanned, rows });
    }
    expect(wrong).toEqual([]);
  });

  it('is limited for the front page, which ranks the newest posts by their views', async () => {
    const { scanned, rows } = await measureCall('getFrontPage');
    expect(scanned).toEqual([]);
    // The thousand newest posts with their views, and some hundreds of candidates for the sections.
    expect(rows).toBeLessThan(2 * 1_000 + 1_500);
  });

  it('is proportional to the discussion for the comments of a post', async () => {
    for (const order of discussionOrders) {
      const { scanned, rows } = await measureCall('listPostComments', {
        params: { postId },
        query: { order },
      });
      expect(scanned).toEqual([]);
      // Each comment is read once to count and once to show it, with its author; some orders read first comments apart.
      expect(rows).toBeLessThan(6 * 200);
    }
    const query = { since: '2020-01-01T00:00:00Z' };
    const { scanned, rows } = await measureCall('listNewComments', { params: { postId }, query });
    expect(scanned).toEqual([]);
    expect(rows).toBeLessThan(3 * 200);
  });

  it('is measured: a sequential scan and a long index scan are detected', async () => {
    const text = 'select id from posts order by comments_count limit 20';
    expect(await measureQueries(app.db, [{ text, parameters: [] }])).toMatchObject({ scanned: ['posts'] });
    const deepQuery =
      "select id from posts where status = 'published' order by created_at desc offset 4000 limit 20";
    const { scanned, rows } = await measureQueries(app.db, [{ text: deepQuery, parameters: [] }]);
    expect(scanned).toEqual([]);
    expect(rows).toBeGreaterThan(4_000);
  });
});

describe('a deep page', () => {
  it('shows the same posts as a plain offset', async () => {
    const whole = sql<{ id: number }>`
      select p.id from posts p where status = 'published'
        and not exists (select from pins join accounts a on a.id = account_id where post_id = p.id)
      order by created_at desc, id desc`;
    const ids = (await whole.execute(app.db)).rows.map(({ id }) => id);
    const pinned = (await app.call('listPinnedPosts')).body.count as number;
    for (const page of [101, 140, 250]) {
      const { body } = await app.call('listPosts', { query: { page } });
      const from = (page - 1) * 20 - pinned;
      expect(body.results.map(({ id }: { id: number }) => id)).toEqual(ids.slice(from, from + 20));
    }
    const ascending = await app.call('listPosts', { query: { page: 140, ordering: 'created_at' } });
    expect(ascending.body.results.map(({ id }: { id: number }) => id)).toHaveLength(20);
  });
});

describe('a search for a very common word', () => {
  const word = 'что';
  const filters = { draftsOf: 'nobody' as const, terms: [{ text: word }] };
  const measureCount = async (counting: () => Promise<number>) => {
    let count = 0;
    const queries = await app.recordQueries(async () => {
      count = await counting();
    });
    return { count, ...(await measureQueries(app.db, queries)) };
  };
  /** Searches every post without an index. */
  const whole = async () => {
    const { rows } = await sql<{ id: number }>`
      select p.id from posts p
      where status = 'published' and (title ilike ${`%${word}%`}
        or build_search_vector(title, content_text) @@ to_tsquery('simple', ${`${word}:*`}))
      order by created_at desc, id desc`.execute(app.db);
    return rows.map(({ id }) => id);
  };

  it('counts in a sample if it has enough matches', async () => {
    const { length: all } = await whole();
    expect(all).toBeGreaterThan(2_000);
    const counting = (limit: number) => measureCount(() => countPosts(app.db, filters, limit));
    const { rows, ...sampledCount } = await counting(300);
    expect(sampledCount).toEqual({ count: 300, scanned: [] });
    expect(rows).toBeLessThan(all / 2);
    // If the samples have too few, all matches are counted.
    expect(await counting(all - 1)).toMatchObject({ count: all - 1 });
    expect(await counting(all + 1)).toMatchObject({ count: all });
  });

  it('counts comments in a sample too', async () => {
    const comments = { terms: [word], isActive: true, onPosts: 'all' as const };
    const counting = async (limit: number) => {
      let count = 0;
      const queries = await app.recordQueries(async () => {
        count = await countComments(app.db, comments, limit);
      });
      return {
        count,
        counts: queries.filter(({ text }) => text.includes('count(*)')).map(({ text }) => text),
      };
    };
    const { rows } = await sql<{ all: number; sampled: number }>`
      select count(*)::int as all, (count(*) filter (where (id >> 10) % 16 = 0))::int as sampled
      from comments where deleted_at is null and content ilike ${`%${word}%`}`.execute(app.db);
    const { all = 0, sampled = 0 } = rows[0] ?? {};
    expect(sampled).toBeGreaterThan(10);
    const sampledCount = await counting(sampled);
    expect(sampledCount).toEqual({ count: sampled, counts: [expect.stringContaining('>> 10) % 16 = 0')] });
    const whole = await counting(100_000);
    expect(whole.count).toBe(all);
    expect(whole.counts).toHaveLength(2);
  });

  it('shows the same pages whether it scans along the order or sorts all results', async () => {
    const newest = [{ field: 'created_at' as const, isDescending: true }];
    const page = (offset: number) => ({ offset, limit: 20, except: [] });
    const ids = await whole();
    for (const offset of [0, 300, ids.length - 7])
      for (const expectedMatches of ['few', 'many'] as const)
        expect(await listPostIds(app.db, filters, newest, page(offset), expectedMatches)).toEqual(
          ids.slice(offset, offset + 20),
        );
    for (const field of ['title', 'views', 'updated_at'] as const) {
      const ordering = [{ field, isDescending: field === 'views' }];
      const [few, many] = [
        await listPostIds(app.db, filters, ordering, page(40), 'few'),
        await listPostIds(app.db, filters, ordering, page(40), 'many'),
      ];
      expect(many).toHaveLength(20);
      expect(many).toEqual(few);
    }
  });

  it('scans along the order only as far as the page', async () => {
    const page = { offset: 0, limit: 20, except: [] };
    const newest = [{ field: 'created_at' as const, isDescending: true }];
    const queries = await app.recordQueries(async () => {
      await listPostIds(app.db, filters, newest, page, 'many');
    });
    const { rows, scanned } = await measureQueries(app.db, queries);
    expect(scanned).toEqual([]);
    expect(rows).toBeLessThan(maxRows);
  });
});
