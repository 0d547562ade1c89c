import { afterAll, beforeAll, expect, it } from 'vitest';
import { newCommentsMaxCount } from '#contract/comments.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let reader: TestUser;
let other: TestUser;
let post: { id: number; slug: string };

beforeAll(async () => {
  app = await createTestApp();
  [reader, other] = [await app.createUser(), await app.createUser()];
  post = await app.createPost(other);
});
afterAll(() => app.stop());

const write = async (as: TestUser): Promise<number> => {
  const body = { post: post.id, content: 'Слово' };
  return (await app.call('createComment', { as, body })).body.id;
};
const getNewest = async () =>
  (await app.call('listPostComments', { params: { postId: post.id } })).body.newest_at;
const listNew = (since: string, as?: TestUser) =>
  app.call('listNewComments', { ...(as && { as }), params: { postId: post.id }, query: { since } });

it('returns the comments of others since the newest one that a reader knows', async () => {
  expect(await getNewest()).toBeNull();
  await write(other);
  const known = await getNewest();
  expect((await listNew(known)).body.ids).toEqual([]);
  const first = await write(other);
  const own = await write(reader);
  const deleted = await write(other);
  await app.call('deleteComment', { as: other, params: { id: deleted } });
  expect((await listNew(known)).body.ids).toEqual([first, own]);
  expect((await listNew(known, reader)).body.ids).toEqual([first]);
});

it('has a limit', async () => {
  const rows = Array.from({ length: newCommentsMaxCount + 1 }, (_, index) => ({
    post_id: post.id,
    author_id: other.user.id,
    depth: 0,
    content: 'Слово',
    created_at: new Date(Date.now() + index * 1_000),
    updated_at: new Date(),
  }));
  await app.db.insertInto('comments').values(rows).execute();
  expect((await listNew('2020-01-01T00:00:00Z')).body.ids).toHaveLength(newCommentsMaxCount);
});

it('refuses a malformed time and an unknown post', async () => {
  expect((await listNew('вчера')).status).toBe(400);
  const since = '2020-01-01T00:00:00Z';
  for (const postId of ['x', 999_999])
    expect((await app.call('listNewComments', { params: { postId }, query: { since } })).status).toBe(404);
});
