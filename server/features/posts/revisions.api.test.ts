import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** Revisions of a post, for its author and staff. */
let app: TestApp;
let author: TestUser;
let staff: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  author = await app.createUser();
  staff = await app.createUser({ isStaff: true });
});
afterAll(() => app.stop());

const change = (slug: string, body: object, as = author, headers = {}) =>
  app.call('updatePost', { as, params: { slug }, body, headers });
const list = async (slug: string, query = {}) =>
  (await app.call('listRevisions', { as: author, params: { slug }, query })).body;
const get = (slug: string, version: number | string, as = author) =>
  app.call('getRevision', { as, params: { slug, version } });

it('lists every revision with editor and time, the current one first', async () => {
  const post = await app.createPost(author, { title: 'Первый', content: 'один' });
  const second = (await change(post.slug, { content: 'два' }, staff)).body;
  // This change creates no revision.
  await change(post.slug, { comments_enabled: false });
  const fourth = (await change(post.slug, { title: 'Второй' })).body;
  const { count, results } = await list(fourth.slug);
  expect(count).toBe(3);
  expect(results).toMatchObject([
    { version: 4, title: 'Второй', created_at: fourth.updated_at, editor_info: { id: author.user.id } },
    { version: 3, title: 'Первый', created_at: second.updated_at, editor_info: { id: staff.user.id } },
    { version: 1, title: 'Первый', created_at: post.created_at, editor_info: { id: author.user.id } },
  ]);
  expect((await get(fourth.slug, 1, staff)).body).toMatchObject({ title: 'Первый', content: 'один' });
  expect((await get(fourth.slug, 3)).body.content).toBe('два');
  expect((await get(fourth.slug, 4)).body).toMatchObject({ title: 'Второй', content: 'два' });
});

it('returns 404 for a version without a revision', async () => {
  const { slug } = await app.createPost(author);
  for (const version of [0, 2, 'x', '99999999999']) expect((await get(slug, version)).status).toBe(404);
  const response = await app.call('listRevisions', { as: author, params: { slug }, query: { page: 2 } });
  expect(response.status).toBe(404);
});

it('lists revisions by page', async () => {
  const { slug } = await app.createPost(author, { content: '0' });
  for (const content of ['1', '2']) await change(slug, { content });
  const { next, results } = await list(slug, { page_size: 2 });
  expect(results.map(({ version }: { version: number }) => version)).toEqual([3, 2]);
  expect(next).toContain('page=2');
});

it('restores a revision by an ordinary change with If-Match, which adds a version', async () => {
  const { slug } = await app.createPost(author, { content: 'было' });
  await change(slug, { content: 'стало' });
  const { title, content } = (await get(slug, 1)).body;
  expect((await change(slug, { title, content }, author, { 'if-match': '"1"' })).status).toBe(412);
  const restored = await change(slug, { title, content }, author, { 'if-match': '"2"' });
  expect(restored.body).toMatchObject({ content: 'было', version: 3 });
  expect((await list(slug)).count).toBe(3);
});

it('sets edited_at only when the public title or content changes', async () => {
  const category = await app.createCategory();
  const post = await app.createPost(author);
  const editedAt = async (body: object) => (await change(post.slug, body)).body.edited_at;
  expect(post.edited_at).toBeNull();
  expect(await editedAt({ category: category.id })).toBeNull();
  expect(await editedAt({ content: post.content, title: post.title })).toBeNull();
  const edited = (await change(post.slug, { content: 'Иначе.' })).body;
  expect(edited.edited_at).toBe(edited.updated_at);
  expect(await editedAt({ comments_enabled: false })).toBe(edited.edited_at);

  const draft = await app.createPost(author, { status: 'draft' });
  const published = await change(draft.slug, { content: 'Готово.', status: 'published' });
  expect(published.body.edited_at).toBeNull();
});
