import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** Concurrent writes of posts, and comments sent to `POST /posts/`. */
let app: TestApp;
let author: TestUser;
let staff: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  author = await app.createUser();
  staff = await app.createUser({ isStaff: true });
});
afterAll(() => app.stop());

const change = (slug: string, body: object, ifMatch?: string, as = author) =>
  app.call('updatePost', {
    as,
    params: { slug },
    body,
    ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
  });
const read = async (slug: string | number) =>
  (await app.call('getPost', { as: author, params: { slug } })).body;

describe('the expected version', () => {
  it('allows a change while it is the current version', async () => {
    const { slug } = await app.createPost(author);
    expect((await change(slug, { content: 'второй' }, '"1"')).body.version).toBe(2);
    const stale = await change(slug, { content: 'третий' }, '"1"');
    expect(stale.status).toBe(412);
    expect(stale.body.detail).toContain('изменили');
    expect(stale.body.current).toMatchObject({ slug, content: 'второй', version: 2 });
    expect((await read(slug)).content).toBe('второй');
    expect((await change(slug, { content: 'третий' }, '"7", "2"')).body.version).toBe(3);
    expect((await change(slug, { content: 'четвёртый' }, '*')).body.version).toBe(4);
    expect((await change(slug, { content: 'пятый' }, 'W/"4"')).status).toBe(412);
  });

  it('is read from the body unless the header gives it', async () => {
    const { slug } = await app.createPost(author);
    const put = (version: unknown, ifMatch?: string) =>
      app.call('replacePost', {
        as: author,
        params: { slug },
        body: { title: 'Целиком', content: 'да', version },
        ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
      });
    expect((await put('1')).body.version).toBe(2);
    expect((await put(1)).status).toBe(412);
    expect((await put(1, '"2"')).body.version).toBe(3);
    expect((await put(3, '"2"')).status).toBe(412);
    expect((await change(slug, { title: 'Ещё', version: 2 })).status).toBe(412);
    expect((await put('x')).body).toEqual({ version: ['Недопустимое значение.'] });
    expect((await put(undefined)).body.version).toBe(4);
  });

  it('is checked for a deletion too', async () => {
    const { slug } = await app.createPost(author, { title: 'На удаление' });
    await change(slug, { content: 'дописано' });
    const remove = (ifMatch: string) =>
      app.call('deletePost', { as: author, params: { slug }, headers: { 'if-match': ifMatch } });
    const stale = await remove('"1"');
    expect([stale.status, stale.body.current.content]).toEqual([412, 'дописано']);
    expect((await remove('"2"')).status).toBe(204);
    expect((await app.call('getPost', { as: author, params: { slug } })).status).toBe(404);
  });

  it('lets one of two concurrent editors win and returns the winning text to the other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { slug, id } = await app.createPost(author, { title: `Спор ${round}` });
      const texts = ['первый редактор', 'второй редактор'];
      const responses = await Promise.all(
        texts.map((content, index) => change(slug, { content }, '"1"', index ? staff : author)),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 412]);
      const winner = responses.findIndex(({ status }) => status === 200);
      expect((await read(id)).content).toBe(texts[winner]);
      expect(responses[1 - winner]?.body.current.content).toBe(texts[winner]);
    }
  });

  it('is optional: without it the last write wins, revisions keep the earlier texts, other fields stay unchanged', async () => {
    const { slug, id } = await app.createPost(author, { title: 'Без условий', content: 'начало' });
    const responses = await Promise.all([
      change(slug, { title: 'Другой заголовок' }),
      ...Array.from({ length: 8 }, (_, index) => change(slug, { content: `текст ${index}` })),
    ]);
    expect([...new Set(responses.map(({ status }) => status))]).toEqual([200]);
    const post = await read(id);
    expect([post.title, post.slug, post.version]).toEqual(['Другой заголовок', 'drugoy-zagolovok', 10]);
    const revisions = await app.db
      .selectFrom('post_revisions')
      .select('content')
      .where('post_id', '=', id)
      .execute();
    expect(new Set([...revisions.map(({ content }) => content), post.content]).size).toBe(9);
  });
});

describe('concurrent writes', () => {
  it('give a hundred posts with equal titles a hundred slugs', async () => {
    const posts = await Promise.all(
      Array.from({ length: 100 }, () => app.createPost(author, { title: 'Общий заголовок' })),
    );
    expect(new Set(posts.map(({ slug }) => slug)).size).toBe(100);
  });

  it('give thirty posts renamed to one title thirty slugs', async () => {
    const posts = [];
    for (let index = 0; index < 30; index += 1)
      posts.push(await app.createPost(author, { title: `До ${index}` }));
    const responses = await Promise.all(posts.map(({ slug }) => change(slug, { title: 'После' })));
    expect([...new Set(responses.map(({ status }) => status))]).toEqual([200]);
    expect(new Set(responses.map(({ body }) => body.slug)).size).toBe(30);
    for (const [index, { id }] of posts.entries()) expect((await read(`do-${index}`)).id).toBe(id);
  });
});

describe('a comment body sent to POST /posts/', () => {
  it('creates a comment', async () => {
    const { id } = await app.createPost(author);
    const send = (body: object, as: TestUser | undefined = author) => app.call('createPost', { as, body });
    const first = await send({ post: String(id), content: ' Слово ', parent: null });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      post: id,
      content: 'Слово',
      parent: null,
      is_active: true,
      replies: [],
    });
    expect((await send({ post: id, content: 'Ответ', parent: first.body.id }, staff)).body.is_reply).toBe(
      true,
    );
    expect((await send({ post: id, content: ' ' })).body).toEqual({
      content: ['Комментарий не может быть пустым'],
    });
    expect((await send({ post: 999_999, content: 'Куда?' })).body).toEqual({ post: ['Такого поста нет.'] });
    const form = new FormData();
    form.set('post', String(id));
    form.set('content', 'Из формы');
    expect((await app.call('createPost', { as: author, body: form })).body.content).toBe('Из формы');
    expect((await app.call('createPost', { body: { post: id, content: 'Гость' } })).status).toBe(401);
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from comments where post_id = ${id}`.execute(app.db);
    expect(rows).toEqual([{ n: 3 }]);
  });

  it('creates a post if it has a title', async () => {
    const { id } = await app.createPost(author);
    const titled = await app.call('createPost', {
      as: author,
      body: { post: id, content: 'Пост', title: 'Есть' },
    });
    expect([titled.status, titled.body.title]).toEqual([201, 'Есть']);
    const blank = await app.call('createPost', {
      as: author,
      body: { post: id, content: 'Пост', title: '' },
    });
    expect(blank.body).toEqual({ title: ['Заголовок обязателен'] });
    expect((await app.call('createPost', { as: author, body: { post: id } })).body).toHaveProperty('title');
  });
});
