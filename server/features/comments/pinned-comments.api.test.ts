import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CommentDetail } from '#contract/comments.ts';
import { discussionOrders } from '#contract/query.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { countWaitingQueries } from '#tests/support/waiting-queries.ts';

let app: TestApp;
let author: TestUser;
let reader: TestUser;
let staff: TestUser;
let post: { id: number; slug: string };
let ids: number[];

beforeAll(async () => {
  app = await createTestApp();
  [author, reader] = [await app.createUser(), await app.createUser()];
  staff = await app.createUser({ role: 'moderator' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  post = await app.createPost(author);
  ids = [];
  for (let index = 0; index < 5; index += 1) ids.push(await write());
});

const write = async (parent: number | null = null): Promise<number> =>
  (await app.call('createComment', { as: reader, body: { post: post.id, parent, content: 'Слово' } })).body
    .id;
const pin = (id: number | null, as: TestUser = author) =>
  app.call('updateDiscussion', { as, params: { postId: post.id }, body: { pinned_comment: id } });
const fetchPage = async (query: Record<string, string | number> = {}) =>
  (await app.call('listPostComments', { params: { postId: post.id }, query })).body;
const idsOf = (comments: CommentDetail[]) => comments.map(({ id }) => id);
const getPinned = async () => (await fetchPage()).settings.pinned_comment;

describe('a pinned comment', () => {
  it('stands first in every order, once, and in its place for clients that name none', async () => {
    const middle = ids[2] ?? 0;
    await write(ids[1]);
    const before = idsOf((await fetchPage()).comments);
    expect((await pin(middle)).body.pinned_comment).toBe(middle);
    expect(idsOf((await fetchPage()).comments)).toEqual(before);
    for (const order of discussionOrders) {
      const whole = idsOf((await fetchPage({ order })).comments);
      expect(whole[0]).toBe(middle);
      const seen: number[] = [];
      let after: number | null = null;
      do {
        const page: { comments: CommentDetail[]; next_after: number | null } = await fetchPage({
          order,
          limit: 2,
          ...(after !== null && { after }),
        });
        seen.push(...idsOf(page.comments));
        after = page.next_after;
      } while (after !== null);
      expect([...new Set(seen)]).toEqual(whole);
      expect(seen.filter((id) => id === middle)).toHaveLength(1);
    }
  });

  it('continues on the next page if its thread is long', async () => {
    const [first = 0] = ids;
    for (let index = 0; index < 4; index += 1) await write(first);
    await pin(first);
    const page = await fetchPage({ order: 'newest', limit: 3 });
    expect(idsOf(page.comments)).toEqual([first]);
    const next = await fetchPage({ order: 'newest', limit: 3, after: page.next_after });
    expect(idsOf(next.comments)).toEqual([first, ids[4]]);
    expect(next.comments[0].replies).toHaveLength(2);
  });

  it('is unpinned when it is deleted or hidden, and stays unpinned when it is restored', async () => {
    const [deleted = 0, hidden = 0] = ids;
    await pin(deleted);
    await app.call('deleteComment', { as: reader, params: { id: deleted } });
    expect(await getPinned()).toBeNull();
    await pin(hidden);
    await app.call('hideComment', { as: staff, params: { id: hidden }, body: { reason: 'Так' } });
    expect(await getPinned()).toBeNull();
    await app.call('restoreComment', { as: staff, params: { id: hidden } });
    expect(await getPinned()).toBeNull();
  });

  it('is an active top-level comment of the discussion, chosen by the author of the post or the staff', async () => {
    const [first = 0, second = 0] = ids;
    const reply = await write(first);
    const elsewhere = await app.createPost(author);
    const body = { post: elsewhere.id, content: 'Слово' };
    const other = (await app.call('createComment', { as: reader, body })).body.id;
    await app.call('deleteComment', { as: reader, params: { id: second } });
    for (const id of [reply, other, second, 999_999]) {
      const { status, body: errors } = await pin(id);
      expect([status, Object.keys(errors)]).toEqual([400, ['pinned_comment']]);
    }
    expect((await pin(first, reader)).status).toBe(403);
    expect((await pin(first, staff)).status).toBe(200);
    expect((await pin(null)).body.pinned_comment).toBeNull();
  });

  it('cannot be one whose deletion has begun', async () => {
    const [first = 0] = ids;
    let pinning: ReturnType<typeof pin> | undefined;
    await app.db.transaction().execute(async (tx) => {
      await tx.selectFrom('posts').select('id').where('id', '=', post.id).forNoKeyUpdate().execute();
      await tx.updateTable('comments').set({ deleted_at: new Date() }).where('id', '=', first).execute();
      pinning = pin(first);
      // The deletion ends while the pin waits for it.
      await expect.poll(() => countWaitingQueries(app.db)).toBe(1);
    });
    expect((await pinning)?.status).toBe(400);
    expect(await getPinned()).toBeNull();
  });

  it('is either pinned or deleted after both at once', async () => {
    for (const id of ids) {
      await Promise.all([pin(id), app.call('deleteComment', { as: reader, params: { id } })]);
      expect(await getPinned()).toBeNull();
    }
  });
});
