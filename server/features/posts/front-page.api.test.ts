import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscribe } from '#tests/support/subscriptions.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let staff: TestUser;
let author: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  staff = await app.createUser({ isStaff: true });
  author = await app.createUser();
});
afterAll(() => app.stop());

const frontPage = async () => (await app.call('getFrontPage', {})).body;
type Page = Awaited<ReturnType<typeof frontPage>>;
const idsOf = (page: Page): number[] =>
  [
    ...(page.lead ? [page.lead] : []),
    ...page.secondary,
    ...page.fresh,
    ...page.pinned,
    ...page.popular.posts,
    ...page.blocks.flatMap(({ posts }: { posts: Array<{ id: number }> }) => posts),
    ...page.more,
  ].map(({ id }) => id);

describe('the front page', () => {
  it('is empty without posts', async () => {
    expect(await frontPage()).toMatchObject({ lead: null, secondary: [], fresh: [], blocks: [], more: [] });
  });

  it('shows published posts once, and no draft', async () => {
    const category = await app.createCategory();
    const posts = [];
    for (let index = 0; index < 30; index += 1)
      posts.push(await app.createPost(author, { category: index % 2 ? category.id : undefined }));
    const draft = await app.createPost(author, { status: 'draft' });
    const page = await frontPage();
    const ids = idsOf(page);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(30);
    expect(ids).not.toContain(draft.id);
    const dates = page.fresh.map(({ created_at }: { created_at: string }) => created_at);
    expect(dates).toEqual([...dates].sort().reverse());
    expect(page.fresh).toHaveLength(8);
  });

  it('does not let the post of a new author lead', async () => {
    const old = new Date(Date.now() - 3 * 24 * 3_600_000);
    await app.db.updateTable('accounts').set({ created_at: old }).where('id', '=', author.user.id).execute();
    const newcomer = await app.createUser();
    const post = await app.createPost(newcomer);
    const page = await frontPage();
    expect(page.lead?.author).toBe(author.user.id);
    expect(page.fresh[0]?.id).toBe(post.id);
  });
});

describe('a post that moderators keep off the front page', () => {
  const call = (
    id: 'keepOffFrontPage' | 'returnToFrontPage',
    post: number,
    as: TestUser | undefined = staff,
  ) => app.call(id, { as, params: { id: post } });

  it('is missing there, stays in lists, and comes back', async () => {
    const post = await app.createPost(author);
    expect(idsOf(await frontPage())).toContain(post.id);
    expect((await call('keepOffFrontPage', post.id, author)).status).toBe(403);
    const { body } = await call('keepOffFrontPage', post.id);
    expect(body.off_front_page).toMatchObject({ by: { id: staff.user.id } });
    expect((await call('keepOffFrontPage', post.id)).body.off_front_page).toEqual(body.off_front_page);
    expect(idsOf(await frontPage())).not.toContain(post.id);
    const { body: list } = await app.call('listRecentPosts', {});
    expect(list.map(({ id }: { id: number }) => id)).toContain(post.id);
    expect((await call('returnToFrontPage', post.id)).body.off_front_page).toBeNull();
    expect(idsOf(await frontPage())).toContain(post.id);
    expect((await call('keepOffFrontPage', 999_999)).status).toBe(404);
  });

  it('comes back by moderators only, and is missing among the posts of subscribers too', async () => {
    const subscriber = await app.createUser();
    const post = await app.createPost(subscriber);
    await subscribe(app, subscriber);
    await app.call('pinPost', { as: subscriber, body: { post_id: post.id } });
    const pinned = async () => (await frontPage()).pinned.map(({ id }: { id: number }) => id);
    expect(await pinned()).toEqual([post.id]);
    await call('keepOffFrontPage', post.id);
    expect(await pinned()).toEqual([]);
    expect((await call('returnToFrontPage', post.id, subscriber)).status).toBe(403);
    expect(idsOf(await frontPage())).not.toContain(post.id);
    await call('returnToFrontPage', post.id);
    expect(await pinned()).toEqual([post.id]);
  });
});
