import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let staff: TestUser;
let reader: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  staff = await app.createUser({ isStaff: true });
  reader = await app.createUser();
});
afterAll(() => app.stop());

const create = (name: unknown, rest: object = {}, as: TestUser | undefined = staff) =>
  app.call('createCategory', { as, body: { name, ...rest } });
const taken = { name: ['Категория с таким названием уже есть.'] };

describe('create', () => {
  it('returns the whole category', async () => {
    const { status, body } = await create('  Наука и жизнь ', { description: 'О науке', slug: 'x', id: 7 });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Наука и жизнь',
      slug: 'nauka-i-zhizn',
      description: 'О науке',
      posts_count: 0,
    });
    expect((await app.call('getCategory', { params: { slug: body.slug } })).body).toEqual(body);
  });

  it.each([
    [undefined, 'Название категории обязательно'],
    [' ', 'Название категории обязательно'],
    ['х'.repeat(101), 'Не больше 100 символов.'],
    ['a\u0000b', 'Текст содержит недопустимые символы.'],
    ['НАУКА И ЖИЗНЬ', taken.name[0]],
  ])('refuses the name %s', async (name, message) => {
    const { status, body } = await create(name);
    expect([status, body]).toEqual([400, { name: [message] }]);
  });

  it('is allowed only for staff', async () => {
    expect((await create('Чужая', {}, reader)).status).toBe(403);
    expect((await app.call('createCategory', { body: { name: 'Ничья' } })).status).toBe(401);
  });

  it('appends a number to a slug that is taken', async () => {
    const slugs = [];
    for (const name of ['Съезд', 'Сезд', 'сезд!']) slugs.push((await create(name)).body.slug);
    expect(slugs).toEqual(['sezd', 'sezd-2', 'sezd-3']);
    for (const name of ['2026', '!!!']) expect((await create(name)).body.slug).toMatch(/[a-z]/);
  });

  it('accepts one of a hundred concurrent requests with the same name', async () => {
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) => create(index % 2 ? 'Гонка' : 'ГОНКА')),
    );
    const refused = responses.filter(({ status }) => status === 400);
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(refused).toHaveLength(99);
    for (const { body } of refused) expect(body).toEqual(taken);
  });

  it('gives different slugs to a hundred concurrent names with the same base slug', async () => {
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        create(`Спорт${'!'.repeat(index % 10)}${'?'.repeat(index / 10)}`),
      ),
    );
    expect([...new Set(responses.map(({ status }) => status))]).toEqual([201]);
    expect(new Set(responses.map(({ body }) => body.slug)).size).toBe(100);
  });
});

describe('change', () => {
  it('keeps the slug and the fields that the request leaves out', async () => {
    const { slug, id } = (await create('Прежняя', { description: 'Была' })).body;
    const change = (method: 'updateCategory' | 'replaceCategory', body: object, as = staff) =>
      app.call(method, { as, params: { slug }, body });
    expect((await change('updateCategory', { name: 'Новая' })).body).toMatchObject({
      id,
      slug,
      name: 'Новая',
      description: 'Была',
    });
    expect((await change('updateCategory', {})).status).toBe(200);
    expect((await change('updateCategory', { description: '' })).body.description).toBe('');
    expect((await change('updateCategory', { name: 'НОВАЯ' })).body.name).toBe('НОВАЯ');
    expect((await change('updateCategory', { name: 'наука и жизнь' })).body).toEqual(taken);
    expect((await change('replaceCategory', { description: 'Только' })).body).toEqual({
      name: ['Название категории обязательно'],
    });
    const replaced = await app.call('replaceCategory', {
      as: staff,
      params: { slug: id },
      body: { name: 'Целиком', description: 'Есть' },
    });
    expect([replaced.status, replaced.body.slug, replaced.body.description]).toEqual([200, slug, 'Есть']);
    for (const method of ['updateCategory', 'replaceCategory'] as const) {
      expect((await change(method, { name: 'Чужая' }, reader)).status).toBe(403);
      const missing = await app.call(method, { as: staff, params: { slug: 'net' }, body: {} });
      expect(missing.status).toBe(404);
    }
  });
});

describe('delete', () => {
  it('keeps the posts without a category', async () => {
    const { slug, id } = (await create('Обречённая')).body;
    const published = await app.createPost(reader, { category: id });
    const draft = await app.createPost(reader, { category: id, status: 'draft' });
    const remove = (as?: TestUser) => app.call('deleteCategory', { as, params: { slug } });
    expect((await remove()).status).toBe(401);
    expect((await remove(reader)).status).toBe(403);
    const responses = await Promise.all([remove(staff), remove(staff)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect((await remove(staff)).status).toBe(404);
    for (const post of [published, draft]) {
      const { status, body } = await app.call('getPost', { as: reader, params: { slug: post.slug } });
      expect([status, body.category, body.version]).toEqual([200, null, 1]);
    }
  });

  it('detaches the posts of a category that is larger than one batch', async () => {
    const { slug, id } = (await create('Большая')).body;
    const { slug: post } = await app.createPost(reader, { category: id });
    const columns =
      'author_id, title, content, content_html, content_text, excerpt, reading_time_minutes, renderer_version, status, created_at, updated_at';
    await app.db.connection().execute(async (connection) => {
      const { sql } = await import('kysely');
      await sql`insert into posts (slug, category_id, ${sql.raw(columns)})
        select 'mnogo-' || n, category_id, ${sql.raw(columns)} from posts, generate_series(1, 700) n where slug = ${post}`.execute(
        connection,
      );
      await sql`update categories set posts_count = 701 where id = ${id}`.execute(connection);
    });
    expect((await app.call('deleteCategory', { as: staff, params: { slug } })).status).toBe(204);
    const left = await app.db.selectFrom('posts').select('category_id').distinct().execute();
    expect(left).toEqual([{ category_id: null }]);
  });
});

describe('colour and mark', () => {
  it('are chosen by the site, by the request, or left away with null', async () => {
    const chosen = (await create('Новости спорта')).body;
    expect(chosen).toMatchObject({ color: expect.any(String), mark: 'trophy' });
    expect((await create('Ещё одна')).body.color).not.toBe(chosen.color);
    const { body } = await create('Сады', { color: 'olive', mark: 'leaf' });
    expect(body).toMatchObject({ color: 'olive', mark: 'leaf' });
    const change = (changes: object) =>
      app.call('updateCategory', { as: staff, params: { slug: body.slug }, body: changes });
    expect((await change({ color: 'teal' })).body).toMatchObject({ color: 'teal', mark: 'leaf' });
    expect((await change({ color: null, mark: null })).body).toMatchObject({ color: null, mark: null });
    const refused = await change({ color: 'red', mark: 'dragon' });
    expect([refused.status, Object.keys(refused.body).sort()]).toEqual([400, ['color', 'mark']]);
  });

  it('are part of the category of a post', async () => {
    const { id } = (await create('Музыка недели', { color: 'plum' })).body;
    const post = await app.createPost(reader, { category: id });
    expect(post.category_info).toMatchObject({ id, color: 'plum', mark: 'music' });
  });
});
