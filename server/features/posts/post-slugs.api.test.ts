import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** A slug that was public belongs to one post for as long as links to it may exist. */
let app: TestApp;
let author: TestUser;
let other: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  [author, other] = [await app.createUser(), await app.createUser()];
});
afterAll(() => app.stop());

const rename = (post: { id: number }, title: string, as = author) =>
  app.call('updatePost', { as, params: { slug: post.id }, body: { title } });
const remove = (post: { id: number }, as = author) =>
  app.call('deletePost', { as, params: { slug: post.id } });
const findPostId = async (slug: string) => (await app.call('getPost', { params: { slug } })).body.id;

it('reserves a former slug for its post', async () => {
  const post = await app.createPost(author, { title: 'Первое имя' });
  await rename(post, 'Второе имя');
  const namesake = await app.createPost(other, { title: 'Первое имя' });
  const renamed = await app.createPost(other, { title: 'Третье' });
  const moved = (await rename(renamed, 'Первое имя', other)).body;
  expect([namesake.slug, moved.slug]).toEqual(['pervoe-imya-2', 'pervoe-imya-3']);
  expect([await findPostId('pervoe-imya'), await findPostId('vtoroe-imya')]).toEqual([post.id, post.id]);
  expect((await rename(post, 'Первое имя')).body.slug).toBe('pervoe-imya');
  expect(await findPostId('vtoroe-imya')).toBe(post.id);
});

it('reserves a former slug during concurrent creates and renames', async () => {
  for (let round = 0; round < 12; round += 1) {
    const title = `Спорное имя ${round}`;
    const post = await app.createPost(author, { title });
    const written = await Promise.all([
      rename(post, `Иное имя ${round}`).then(({ body }) => body),
      ...[1, 2, 3].map(() => app.createPost(other, { title })),
    ]);
    expect(await findPostId(post.slug)).toBe(post.id);
    for (const { id, slug } of written) expect(await findPostId(slug)).toBe(id);
    expect(new Set([post.slug, ...written.map(({ slug }) => slug)]).size).toBe(5);
  }
});

it('lets only the author reuse the slug of a deleted public post', async () => {
  const post = await app.createPost(author, { title: 'Удалённое' });
  await rename(post, 'Удалённое потом');
  await remove(post);
  for (const slug of ['udalyonnoe', 'udalyonnoe-potom'])
    expect((await app.call('getPost', { params: { slug } })).status).toBe(404);
  expect((await app.createPost(other, { title: 'Удалённое' })).slug).toBe('udalyonnoe-2');
  expect((await app.createPost(author, { title: 'Удалённое' })).slug).toBe('udalyonnoe');
  expect((await app.createPost(author, { title: 'Удалённое потом' })).slug).toBe('udalyonnoe-potom');
});

it('frees the slug of a deleted draft that was never public', async () => {
  const draft = await app.createPost(author, { title: 'Набросок', status: 'draft' });
  await remove(draft);
  expect((await app.createPost(other, { title: 'Набросок' })).slug).toBe('nabrosok');
});

it('lets an import take the slug of a deleted post of any author', async () => {
  const post = await app.createPost(other, { title: 'Из архива' });
  await remove(post, other);
  const imported = { title: 'Из архива', slug: 'iz-arhiva', content: 'Текст', createdAt: new Date() };
  const prepared = await app.posts.prepareImported({ ...imported, authorId: author.user.id });
  const id = await app.db.transaction().execute((tx) => app.posts.insertImported(tx, prepared));
  expect(await findPostId('iz-arhiva')).toBe(id);
});

it('rejects a slug of another post in the database too', async () => {
  const post = await app.createPost(author, { title: 'Своё место' });
  await rename(post, 'Новое место');
  const { id } = await app.createPost(other);
  const take = app.db.updateTable('posts').set({ slug: 'svoyo-mesto' }).where('id', '=', id).execute();
  await expect(take).rejects.toMatchObject({ code: '23505', constraint: 'post_slugs_pkey' });
});

describe('a chosen slug', () => {
  const update = (post: { id: number }, body: object) =>
    app.call('updatePost', { as: author, params: { slug: post.id }, body });

  it('stays when the title changes, and moves the post with its former slugs', async () => {
    const post = await app.createPost(author, { title: 'Прежний заголовок', custom_slug: ' Night-Tram ' });
    expect([post.slug, post.custom_slug]).toEqual(['night-tram', 'night-tram']);
    expect((await rename(post, 'Другой заголовок')).body.slug).toBe('night-tram');
    expect((await update(post, { custom_slug: 'night_tram_2' })).body.slug).toBe('night_tram_2');
    expect([await findPostId('night-tram'), await findPostId('night_tram_2')]).toEqual([post.id, post.id]);
    expect((await update(post, { custom_slug: 'night-tram' })).body.slug).toBe('night-tram');
    const generated = (await update(post, { custom_slug: '' })).body;
    expect([generated.slug, generated.custom_slug]).toEqual(['drugoy-zagolovok', null]);
    expect(await findPostId('night-tram')).toBe(post.id);
    expect((await rename(post, 'Третий заголовок')).body.slug).toBe('tretiy-zagolovok');
  });

  it.each(['я', 'a b', '-tram', 'tram_', '2026', 'a/b', 'x'.repeat(201)])('cannot be %j', async (slug) => {
    const body = { title: 'Т', content: 'т', custom_slug: slug };
    const { status, body: error } = await app.call('createPost', { as: author, body });
    expect([status, Object.keys(error)]).toEqual([400, ['custom_slug']]);
  });

  it('is refused if another post has or had it, or a page', async () => {
    const post = await app.createPost(other, { title: 'Занятый адрес' });
    await rename(post, 'Новый адрес', other);
    const own = await app.createPost(author, { title: 'Свой адрес' });
    const taken = { custom_slug: ['Этот адрес уже занят: выберите другой.'] };
    for (const slug of ['zanyatyy-adres', 'novyy-adres', 'create', 'drafts']) {
      const body = { title: 'Т', content: 'т', custom_slug: slug };
      expect(await app.call('createPost', { as: author, body })).toMatchObject({ status: 400, body: taken });
      expect(await update(own, body)).toMatchObject({ status: 400, body: taken });
    }
    expect(await findPostId('svoy-adres')).toBe(own.id);
  });

  it('is given to one of several posts that want it at the same time', async () => {
    const posts = await Promise.all([1, 2, 3].map(() => app.createPost(author, { title: 'Гонка' })));
    const written = await Promise.all([
      ...posts.map((post) => update(post, { custom_slug: 'one-winner' })),
      app.call('createPost', {
        as: other,
        body: { title: 'Г', content: 'г', custom_slug: 'one-winner' },
      }),
    ]);
    const won = written.filter(({ status }) => status < 400);
    expect(written.filter(({ status }) => status === 400)).toHaveLength(3);
    expect(won.map(({ body }) => body.id)).toEqual([await findPostId('one-winner')]);
  });
});
