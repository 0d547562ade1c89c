import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointId } from '#contract/paths.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { withoutIntervals } from '#tests/support/without-intervals.ts';

/** The number of SQL statements of a list does not depend on its length. */
let app: TestApp;
const now = new Date();
let writer: TestUser;
let slug: string;
let postId: number;
let rootId: number;

const inBatches = async (count: number, work: (index: number) => Promise<unknown>) => {
  for (let done = 0; done < count; done += 10)
    await Promise.all(Array.from({ length: Math.min(10, count - done) }, (_, index) => work(done + index)));
};

async function fill(count: number): Promise<void> {
  const category = (await app.call('getCategory', { params: { slug } })).body.id;
  await inBatches(count, async () => {
    const owner = await app.createUser();
    const post = await app.createPost(owner, { category });
    await app.db
      .updateTable('accounts')
      .set({ subscriber_until: new Date(now.getTime() + 3_600_000) })
      .where('id', '=', owner.user.id)
      .execute();
    await app.db
      .insertInto('pins')
      .values({ account_id: owner.user.id, post_id: post.id, pinned_at: now })
      .execute();
    await app.createPost(writer, { category });
    await app.createCategory();
    const comment = { post: postId, content: 'Слово' };
    const { body } = await app.call('createComment', { as: owner, body: comment });
    await app.call('createComment', { as: writer, body: { ...comment, parent: body.id } });
    await app.call('createComment', { as: writer, body: { ...comment, parent: rootId } });
  });
}

withoutIntervals();
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } });
  writer = await app.createUser();
  ({ slug } = await app.createCategory());
  ({ id: postId } = await app.createPost(writer));
  rootId = (await app.call('createComment', { as: writer, body: { post: postId, content: 'Корень' } })).body
    .id;
});
afterAll(() => app.stop());

const lists: Array<[EndpointId, number]> = [
  ['listPosts', 5],
  ['listMyPosts', 5],
  ['listUserPosts', 3],
  ['listCategoryPosts', 3],
  ['listPopularPosts', 1],
  ['listRecentPosts', 1],
  ['listPinnedPosts', 2],
  ['listFeaturedPosts', 2],
  ['listCategories', 2],
  ['listComments', 4],
  ['listMyComments', 4],
  ['listPostComments', 4],
  ['listReplies', 2],
  ['getComment', 2],
];

async function countQueries(id: EndpointId): Promise<number> {
  const read = async () => {
    const before = app.queryCount();
    const { status } = await app.call(id, {
      as: writer,
      params: { slug, postId, id: rootId, username: writer.user.username },
      query: { page_size: 50 },
    });
    expect(status).toBe(200);
    return app.queryCount() - before;
  };
  // The first call may load the account of the token.
  await read();
  return read();
}

describe('the number of statements', () => {
  it('is the same for five items and for fifty', async () => {
    await fill(5);
    const few = new Map<EndpointId, number>();
    for (const [id] of lists) few.set(id, await countQueries(id));
    expect([...few]).toEqual(lists);
    await fill(45);
    const page = await app.call('listPosts', { query: { page_size: 50 } });
    expect(page.body.results).toHaveLength(50);
    for (const [id, count] of lists) expect([id, await countQueries(id)]).toEqual([id, count]);
  });

  it('is two for a list read by a guest: the list head and the posts', async () => {
    const statementsOf = async (query: Record<string, string | number>) => {
      const before = app.queryCount();
      expect((await app.call('listPosts', { query })).status).toBe(200);
      return app.queryCount() - before;
    };
    expect(await statementsOf({})).toBe(2);
    expect(await statementsOf({ page_size: 1, page: 'last' })).toBe(2);
    expect(await statementsOf({ ordering: '-views_count' })).toBe(2);
    // One more for the category, which is looked up by slug.
    expect(await statementsOf({ category: slug })).toBe(3);
  });
});
