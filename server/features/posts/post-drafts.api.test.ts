import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let author: TestUser;
let staff: TestUser;
let now = new Date('2026-11-21T10:00:00Z');
let key: string;
let lastKey = 0;

beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } });
  staff = await app.createUser({ isStaff: true });
});
beforeEach(async () => {
  author = await app.createUser();
  lastKey += 1;
  key = `new-${lastKey.toString(16).padStart(32, '0')}`;
});
afterAll(() => app.stop());

const text = { title: 'Ночной трамвай', content: 'Последний рейс…', writer: 'первая вкладка' };
const save = (body: object = {}, { as = author, at = key } = {}) =>
  app.call('saveDraft', { as, params: { key: at }, body: { ...text, ...body } });
const read = (as = author, at = key) => app.call('getDraft', { as, params: { key: at } });
const list = async (query = {}, as = author) => (await app.call('listDrafts', { as, query })).body;

describe('a draft', () => {
  it('is stored without validation', async () => {
    const { id } = await app.createCategory();
    const publish_at = '2026-11-22T06:00:00.000Z';
    const cover = { image_caption: 'Мост', image_focus: { x: 0.25, y: 1 }, custom_slug: 'Ещё не адрес' };
    const choices = { category: id, status: 'draft', publish_at, comments_enabled: false, ...cover };
    const fields = { title: '', standfirst: 'я'.repeat(1_000), content: ' #', ...choices };
    const saved = await save(fields);
    expect(saved.status).toBe(200);
    expect(saved.body).toEqual({
      ...fields,
      key,
      post: null,
      image: null,
      post_version: null,
      version: 1,
      writer: text.writer,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    });
    expect((await read()).body).toEqual(saved.body);
    expect((await save({ title: 'я'.repeat(1_001) })).body).toHaveProperty('title');
    expect((await save({ content: 'я'.repeat(200_001) })).body).toHaveProperty('content');
    expect((await save({ writer: '' })).status).toBe(400);
  });

  it('is saved without a category that does not exist', async () => {
    const saved = await save({ category: 999_999 });
    expect([saved.status, saved.body.category]).toEqual([200, null]);
  });

  it('is visible to its author only and needs a valid key', async () => {
    await save();
    expect((await read(staff)).status).toBe(404);
    expect((await save({ content: 'Своё' }, { as: staff })).body).toMatchObject({ version: 1 });
    expect((await read(staff)).body.content).toBe('Своё');
    expect((await read()).body.content).toBe(text.content);
    for (const wrong of ['post-0', 'post-01', 'new-1', 'post-1x', 'НЕТ']) {
      expect((await read(author, wrong)).status).toBe(404);
      expect((await save({}, { at: wrong })).status).toBe(404);
      expect((await app.call('deleteDraft', { as: author, params: { key: wrong } })).status).toBe(404);
    }
  });

  it('can be deleted twice', async () => {
    await save();
    for (const _ of [1, 2])
      expect((await app.call('deleteDraft', { as: author, params: { key } })).status).toBe(204);
    expect((await read()).status).toBe(404);
  });
});

describe('two clients', () => {
  it('get 412 with the text of the other and overwrite nothing', async () => {
    await save();
    const other = { writer: 'вторая вкладка', content: 'Иначе' };
    for (const version of [undefined, null, 2]) {
      const refused = await save({ ...other, version });
      expect(refused.status).toBe(412);
      expect(refused.body.current).toMatchObject({ key, content: text.content, version: 1 });
    }
    expect((await save({ ...other, version: 1 })).body).toMatchObject({ content: 'Иначе', version: 2 });
    expect((await save({ version: 1 })).status).toBe(412);
    expect((await read()).body.content).toBe('Иначе');
  });

  it('are not assumed if one client lost its response', async () => {
    await save();
    await save({ content: 'Последний рейс ушёл', version: null });
    expect((await save({ content: 'Последний рейс ушёл.', version: 1 })).body.version).toBe(3);
  });

  it('let one of several concurrent first saves win', async () => {
    const responses = await Promise.all(['а', 'б', 'в', 'г'].map((writer) => save({ writer })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  });

  it('can save after the other has deleted the draft', async () => {
    await save();
    await app.call('deleteDraft', { as: author, params: { key } });
    expect((await save({ version: 7 })).body.version).toBe(1);
  });
});

describe('a draft of a change', () => {
  it('needs permission to edit the post and is deleted with it', async () => {
    const post = await app.createPost(author);
    const at = `post-${post.id}`;
    expect((await save({ post_version: 1 }, { at })).body).toMatchObject({ post: post.id, post_version: 1 });
    expect((await save({}, { at, as: staff })).status).toBe(200);
    expect((await save({}, { at, as: await app.createUser() })).status).toBe(403);
    await app.call('deletePost', { as: author, params: { slug: post.slug } });
    expect((await read(author, at)).status).toBe(404);
    expect((await save({}, { at })).status).toBe(404);
  });

  it('is deleted when the change succeeds and stays when it is refused', async () => {
    const post = await app.createPost(author);
    const at = `post-${post.id}`;
    await save({}, { at });
    const change = (id: 'replacePost' | 'updatePost', version: number) =>
      app.call(id, {
        as: author,
        params: { slug: post.slug },
        body: { title: 'Заголовок', content: 'Другой', draft_key: at },
        headers: { 'if-match': `"${version}"` },
      });
    expect((await change('replacePost', 7)).status).toBe(412);
    expect((await read(author, at)).status).toBe(200);
    expect((await change('replacePost', 1)).status).toBe(200);
    expect((await read(author, at)).status).toBe(404);
    await save({}, { at });
    expect((await change('updatePost', 2)).status).toBe(200);
    expect((await read(author, at)).status).toBe(404);
  });
});

it('is deleted when it becomes a post, in every body encoding', async () => {
  await save();
  const refused = { ...text, title: '', draft_key: key };
  expect((await app.call('createPost', { as: author, body: refused })).status).toBe(400);
  expect((await read()).status).toBe(200);
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...text, draft_key: key })) form.set(name, value);
  expect((await app.call('createPost', { as: staff, body: form })).status).toBe(201);
  expect((await read()).status).toBe(200);
  expect((await app.call('createPost', { as: author, body: form })).status).toBe(201);
  expect((await read()).status).toBe(404);
});

it('survives a post of a client that had not read it', async () => {
  await save({ writer: 'вторая вкладка' });
  const send = (writer: string) =>
    app.call('createPost', { as: author, body: { ...text, draft_key: key, draft_writer: writer } });
  await send('первая вкладка');
  expect((await read()).status).toBe(200);
  await send('вторая вкладка');
  expect((await read()).status).toBe(404);
});

it('lists non-empty drafts, newest first, by page and by post', async () => {
  const post = await app.createPost(author);
  await save({ title: '', content: '' });
  await save({ content: 'я'.repeat(300) }, { at: `post-${post.id}` });
  now = new Date(now.getTime() + 1_000);
  const newest = `new-${'f'.repeat(32)}`;
  await save({}, { at: newest });
  const all = await list();
  expect(all.results.map((draft: { key: string }) => draft.key)).toEqual([newest, `post-${post.id}`]);
  expect(all.results[1].content).toBe('я'.repeat(200));
  expect(await list({ post: post.id })).toMatchObject({ count: 1, results: [{ post: post.id }] });
  expect((await list({ page_size: 1 })).next).toContain('page=2');
  expect((await app.call('listDrafts', { as: author, query: { page: 9 } })).status).toBe(404);
  expect((await list({}, await app.createUser())).count).toBe(0);
});
