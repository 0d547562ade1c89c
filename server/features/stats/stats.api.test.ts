import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let now = new Date();
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } });
});
afterAll(() => app.stop());

const getStats = async () => (await app.call('getSiteFigures')).body;

it('counts only public content: no drafts and no authors who have only drafts', async () => {
  const author = await app.createUser();
  const draftAuthor = await app.createUser();
  const category = await app.createCategory();
  const { id: post } = await app.createPost(author, { category: category.id });
  await app.createPost(author);
  await app.createPost(draftAuthor, { status: 'draft' });
  await app.call('createComment', { as: draftAuthor, body: { post, content: 'Согласен.' } });
  expect(await getStats()).toEqual({
    posts_count: 2,
    authors_count: 1,
    comments_count: 1,
    categories_count: 1,
  });
});

it('includes new posts at once and new authors within a minute', async () => {
  await app.createPost(await app.createUser());
  expect(await getStats()).toMatchObject({ posts_count: 3, authors_count: 1 });
  now = new Date(now.getTime() + 60_000);
  expect(await getStats()).toMatchObject({ posts_count: 3, authors_count: 2 });
});
