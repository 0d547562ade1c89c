import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** The standfirst of a post, and the caption and focus of its cover. */
let app: TestApp;
let author: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  author = await app.createUser();
});
afterAll(() => app.stop());

const texts = {
  standfirst: 'Трамвай вернулся: что изменилось.',
  image_caption: 'Трамвай на мосту',
  image_focus: { x: 0.25, y: 0.6 },
};
const none = { standfirst: null, image_caption: null, image_focus: null };
const change = (slug: string, body: object) => app.call('updatePost', { as: author, params: { slug }, body });

it('are stored and shown in the post and in lists', async () => {
  const post = await app.createPost(author, { ...texts, standfirst: `  ${texts.standfirst} ` });
  expect(post).toMatchObject({ ...texts, excerpt: 'Текст поста.' });
  const { body } = await app.call('listPosts', { query: { search: 'изменилось' } });
  expect(body.results).toMatchObject([
    { id: post.id, standfirst: texts.standfirst, image_focus: texts.image_focus },
  ]);
});

it('are null by default and after a blank value, and stay without a value', async () => {
  const post = await app.createPost(author);
  expect(post).toMatchObject(none);
  expect((await change(post.slug, texts)).body).toMatchObject(texts);
  expect((await change(post.slug, { title: 'Другой' })).body).toMatchObject(texts);
  const blank = { standfirst: ' ', image_caption: '', image_focus: null };
  expect((await change(String(post.id), blank)).body).toMatchObject(none);
});

it('are stored on one line', async () => {
  const post = await app.createPost(author, { standfirst: 'Трамвай\r\nвернулся:\n\nчто изменилось.' });
  expect(post.standfirst).toBe(texts.standfirst);
});

it('are found by a search only while the post contains them', async () => {
  const search = async () =>
    (await app.call('listPosts', { query: { search: 'аналемма' } })).body.count as number;
  const post = await app.createPost(author, { standfirst: 'Аналемма над городом' });
  expect(await search()).toBe(1);
  await change(post.slug, { standfirst: null });
  expect(await search()).toBe(0);
});

it('are accepted from a form, where the focus is JSON', async () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...texts, title: 'Из формы', content: 'Текст' }))
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  const response = await app.call('createPost', { as: author, body: form });
  expect([response.status, response.body]).toMatchObject([201, texts]);
});

it.each([
  { standfirst: 'я'.repeat(401) },
  { image_caption: 'я'.repeat(301) },
  { image_focus: { x: 1.1, y: 0 } },
  { image_focus: { x: 0.5 } },
  { image_focus: 'посередине' },
  { standfirst: 'нуль\u0000' },
])('are rejected when they are invalid: %j', async (body) => {
  const response = await app.call('createPost', { as: author, body: { title: 'А', content: 'Б', ...body } });
  expect(response.status).toBe(400);
  expect(Object.keys(response.body)[0]?.split('.')[0]).toBe(Object.keys(body)[0]);
});

it('belong to a revision, which restores the texts', async () => {
  const post = await app.createPost(author, texts);
  const changed = (await change(post.slug, { standfirst: 'Другая вводка' })).body;
  expect(changed.edited_at).not.toBeNull();
  const { body } = await app.call('getRevision', {
    as: author,
    params: { slug: changed.slug, version: post.version },
  });
  expect(body).toMatchObject({ standfirst: texts.standfirst, image_caption: texts.image_caption });
});

it('are kept by the sweep in a draft that has nothing else', async () => {
  const key = `new-${'5'.repeat(32)}`;
  const body = { title: '', content: '', writer: 'форма', standfirst: 'Только вводка' };
  await app.call('saveDraft', { as: author, params: { key }, body });
  await app.db
    .updateTable('post_drafts')
    .set({ updated_at: new Date(0) })
    .execute();
  await app.runJob('posts.sweep');
  const { body: drafts } = await app.call('listDrafts', { as: author });
  expect(drafts.count).toBe(1);
});
