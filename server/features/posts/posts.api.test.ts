import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let author: TestUser;
let reader: TestUser;
let staff: TestUser;
let now = new Date('2026-03-01T09:00:00Z');
const advance = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } });
  author = await app.createUser();
  reader = await app.createUser();
  staff = await app.createUser({ isStaff: true });
});
afterAll(() => app.stop());

const titles = (body: { results: Array<{ title: string }> }) => body.results.map(({ title }) => title);
const get = (slug: string | number, as?: TestUser) => app.call('getPost', { as, params: { slug } });
/** Access tokens expire, because the clock of this suite advances by hours. */
const logInAgain = async (user: TestUser) => {
  const { body } = await app.call('login', { body: { email: user.user.email, password: user.password } });
  app.registerToken(body.access, user === staff ? 'staff' : 'user');
  Object.assign(user, { access: body.access, refresh: body.refresh });
  return user;
};

describe('create', () => {
  it('returns the complete post', async () => {
    const { id, slug, name } = await app.createCategory();
    const content = '## Глава\n\nТекст с **жирным** словом.';
    const { status, body } = await app.call('createPost', {
      as: author,
      body: { title: ' Ночной трамвай ', content, category: String(id) },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: 'Ночной трамвай',
      slug: 'nochnoy-tramvay',
      content,
      content_html:
        '<h2 id="h-glava" data-anchor="глава">Глава</h2>\n<p>Текст с\u00a0<strong>жирным</strong> словом.</p>',
      excerpt: 'Текст с жирным словом.',
      category: id,
      category_info: { id, slug, name },
      author: author.user.id,
      author_info: { username: author.user.username },
      status: 'published',
      image: null,
      views_count: 0,
      comments_count: 0,
      version: 1,
      comments_enabled: true,
      is_pinned: false,
      pinned_info: { is_pinned: false },
      can_pin: false,
      can_edit: true,
      can_delete: true,
    });
    expect(body.created_at).toBe(body.updated_at);
  });

  it.each([
    [{ title: undefined }, { title: ['Заголовок обязателен'] }],
    [{ title: '   ' }, { title: ['Заголовок обязателен'] }],
    [{ title: 'я'.repeat(201) }, { title: ['Заголовок не должен превышать 200 символов'] }],
    [{ title: ['a'] }, { title: ['Недопустимое значение.'] }],
    [{ title: 'a\u0000b' }, { title: ['Текст содержит недопустимые символы.'] }],
    [{ content: '\n ' }, { content: ['Содержимое статьи обязательно'] }],
    [{ content: '\ud800' }, { content: ['Текст содержит недопустимые символы.'] }],
    [{ content: 'x'.repeat(200_001) }, { content: ['Текст не должен превышать 200000 символов'] }],
    [
      { content: `${'>'.repeat(400)} x` },
      { content: ['Текст размечен слишком сложно: упростите вложенность и разметку.'] },
    ],
    [{ category: 999_999 }, { category: ['Такой категории нет.'] }],
    [{ category: 2 ** 53 }, { category: ['Недопустимое значение.'] }],
    [{ category: -0 }, { category: ['Недопустимое значение.'] }],
    [{ category: '1e400' }, { category: ['Недопустимое значение.'] }],
    [{ status: 'hidden' }, { status: ['Недопустимое значение.'] }],
    [{ comments_enabled: 'maybe' }, { comments_enabled: ['Недопустимое значение.'] }],
  ])('refuses %j', async (change, expected) => {
    const { status, body } = await app.call('createPost', {
      as: author,
      body: { title: 'Т', content: 'т', ...change },
    });
    expect([status, body]).toEqual([400, expected]);
  });

  it('refuses deep and wide bodies and ignores prototype keys', async () => {
    const deep = `{"title":"Глубина","content":"т","x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    const wide = JSON.stringify({
      title: 'Ширина',
      content: 'т',
      ...Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`k${i}`, i])),
    });
    const proto =
      '{"title":"Прото","content":"т","__proto__":{"status":"draft"},"constructor":{"prototype":{"isStaff":true}},"author":1,"views_count":9}';
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${author.access}` };
    const post = (text: string) => app.fetch('/api/v1/posts/', { method: 'POST', body: text, headers });
    expect([(await post(deep)).status, (await post(wide)).status]).toEqual([400, 400]);
    const { status, body } = await post(proto);
    expect([status, body.status, body.author, body.views_count]).toEqual([
      201,
      'published',
      author.user.id,
      0,
    ]);
  });

  it('accepts multipart with an image, and `{}` as no image', async () => {
    const picture = await sharp({ create: { width: 2400, height: 1350, channels: 3, background: '#2f5d62' } })
      .jpeg()
      .toBuffer();
    const form = new FormData();
    form.set('title', 'С картинкой');
    form.set('content', 'Текст');
    form.set('comments_enabled', 'false');
    form.set('image', new Blob([new Uint8Array(picture)]), 'мост.jpg');
    const { status, body } = await app.call('createPost', { as: author, body: form });
    expect([status, body.comments_enabled]).toEqual([201, false]);
    expect(body.image).toMatch(/\/media\/.+\.webp$/);
    const update = (image: unknown) =>
      app.call('updatePost', { as: author, params: { slug: body.slug }, body: { image } });
    expect((await update({})).body.image).toBe(body.image);
    expect((await update(body.image)).body.image).toBe(body.image);
    expect((await update('')).body.image).toBeNull();
    expect((await app.createPost(author, { title: 'Без картинки', image: {} })).image).toBeNull();
  });

  it('refuses an image over ten megabytes and a decompression bomb with a field error', async () => {
    const bomb = await sharp({ create: { width: 9000, height: 10, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    for (const [bytes, message] of [
      [new Uint8Array(10 * 1024 * 1024 + 1), 'Размер файла не должен превышать 10MB'],
      [
        new Uint8Array(bomb),
        'Изображение слишком большое: можно не больше 40 мегапикселей и 8000 точек по стороне. Уменьшите его и загрузите снова.',
      ],
    ] as const) {
      const form = new FormData();
      form.set('title', 'Т');
      form.set('content', 'т');
      form.set('image', new Blob([bytes]), 'x.png');
      const { status, body } = await app.call('createPost', { as: author, body: form });
      expect([status, body]).toEqual([400, { image: [message] }]);
    }
  });

  it('gives thirty concurrent posts with one title different slugs', async () => {
    const posts = await Promise.all(
      Array.from({ length: 30 }, () => app.createPost(author, { title: 'Один заголовок' })),
    );
    expect(new Set(posts.map(({ slug }) => slug)).size).toBe(30);
    expect(posts.map(({ slug }) => slug)).toContain('odin-zagolovok-2');
  });

  it.each(['Create', 'My posts', '2026', '!!!'])(
    'generates a slug for the title %s that collides with no path and no id',
    async (title) => {
      const { slug } = await app.createPost(author, { title });
      expect(slug).not.toMatch(/^(create|my-posts|\d+|)$/);
      expect((await get(slug)).status).toBe(200);
    },
  );

  it('needs a login', async () => {
    expect((await app.call('createPost', { body: { title: 'Т', content: 'т' } })).status).toBe(401);
    expect((await app.createPost(staff, { title: 'От редакции' })).author).toBe(staff.user.id);
  });
});

describe('drafts', () => {
  it('are visible to their author and staff only', async () => {
    const draft = await app.createPost(author, { title: 'Черновик', status: 'draft', content: 'тайнопись' });
    for (const as of [undefined, reader]) {
      expect((await get(draft.slug, as)).status).toBe(404);
      expect((await get(draft.id, as)).status).toBe(404);
      expect((await app.call('deletePost', { as: as ?? reader, params: { slug: draft.slug } })).status).toBe(
        404,
      );
      expect((await app.call('listPosts', { as, query: { search: 'тайнопись' } })).body.count).toBe(0);
      expect((await app.call('listPosts', { as, query: { status: 'draft' } })).body.count).toBe(0);
    }
    for (const as of [author, staff]) expect((await get(draft.slug, as)).status).toBe(200);
    expect((await app.call('listPosts', { as: author, query: { search: 'тайнопись' } })).body.count).toBe(1);
    expect((await app.call('listPosts', { as: staff, query: { search: 'тайнопись' } })).body.count).toBe(0);
    expect(
      (await app.call('listPosts', { as: staff, query: { search: 'тайнопись', status: 'draft' } })).body
        .count,
    ).toBe(1);
  });
});

describe('update', () => {
  it('keeps absent fields, renews the slug with the title and resolves the old slug', async () => {
    const post = await app.createPost(author, { title: 'Первое имя' });
    advance(60);
    const response = await app.call('updatePost', {
      as: author,
      params: { slug: post.slug },
      body: { title: 'Второе имя' },
    });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      slug: 'vtoroe-imya',
      content: post.content,
      version: 2,
      created_at: post.created_at,
    });
    expect(response.body.updated_at > post.updated_at).toBe(true);
    expect((await get('pervoe-imya')).body.slug).toBe('vtoroe-imya');
    const back = await app.call('updatePost', {
      as: staff,
      params: { slug: 'pervoe-imya' },
      body: { title: 'Первое имя' },
    });
    expect([back.body.slug, back.body.version, back.body.author]).toEqual(['pervoe-imya', 3, author.user.id]);
    const revisions = await app.db
      .selectFrom('post_revisions')
      .select(['version', 'title'])
      .where('post_id', '=', post.id)
      .orderBy('version')
      .execute();
    expect(revisions).toEqual([
      { version: 1, title: 'Первое имя' },
      { version: 2, title: 'Второе имя' },
    ]);
  });

  it('requires title and content for PUT', async () => {
    const post = await app.createPost(author);
    const put = (body: object, as = author) =>
      app.call('replacePost', { as, params: { slug: post.slug }, body });
    expect((await put({ title: 'Только заголовок' })).body).toEqual({
      content: ['Содержимое статьи обязательно'],
    });
    expect((await put({ title: 'Целиком', content: 'новый' })).body.content).toBe('новый');
    expect((await put({ title: 'Целиком', content: 'от редакции' }, staff)).status).toBe(200);
    expect((await put({}, reader)).status).toBe(403);
  });

  it('checks in the order 401, 404, 403, 400', async () => {
    const { slug } = await app.createPost(author);
    const patch = (options: object) =>
      app.call('updatePost', { params: { slug }, body: { title: '' }, ...options });
    expect((await patch({})).status).toBe(401);
    expect((await patch({ as: reader, params: { slug: 'net-takogo' } })).status).toBe(404);
    expect((await patch({ as: reader })).status).toBe(403);
    expect((await patch({ as: author })).status).toBe(400);
  });
});

async function countDeadlocks(): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    select deadlocks::int as count from pg_stat_database where datname = current_database()`.execute(app.db);
  return rows[0]?.count;
}

describe('concurrent changes', () => {
  it('keep the fields that the other does not change', async () => {
    const post = await app.createPost(author, { content: `Старый текст. ${'**слово** '.repeat(4_000)}` });
    const patch = (body: object) => app.call('updatePost', { as: author, params: { slug: post.id }, body });
    for (let round = 0; round < 3; round += 1) {
      const [options, text] = await Promise.all([
        patch({ comments_enabled: round % 2 === 0 }),
        patch({ title: `Новый ${round}`, content: `Новый текст ${round}` }),
      ]);
      expect([options.status, text.status]).toEqual([200, 200]);
      const { body } = await get(post.id);
      expect([body.title, body.content, body.comments_enabled]).toEqual([
        `Новый ${round}`,
        `Новый текст ${round}`,
        round % 2 === 0,
      ]);
    }
  });

  it('give eight posts renamed to one title eight slugs', async () => {
    const posts = await Promise.all(
      Array.from({ length: 8 }, (_, index) => app.createPost(author, { title: `Разные ${index}` })),
    );
    const responses = await Promise.all(
      posts.map(({ id }) =>
        app.call('updatePost', { as: author, params: { slug: id }, body: { title: 'Общее имя' } }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(responses.map(({ body }) => body.slug)).size).toBe(8);
  });

  it('number slugs of maximum length', async () => {
    const title = `${'Щ'.repeat(80)} текст`;
    const first = await app.createPost(author, { title });
    const second = await app.createPost(author, { title });
    const third = await app.createPost(author, { title: 'Короткий' });
    const { status, body } = await app.call('updatePost', {
      as: author,
      params: { slug: third.id },
      body: { title },
    });
    expect(status).toBe(200);
    expect(new Set([first.slug, second.slug, body.slug]).size).toBe(3);
    expect(body.slug).toMatch(/-3$/);
    expect(body.slug.length).toBeLessThanOrEqual(200);
  });

  it('move posts between two categories in both directions without a deadlock', async () => {
    // Other test files have used the database, too.
    const before = await countDeadlocks();
    const [left, right] = [await app.createCategory(), await app.createCategory()];
    const posts = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        app.createPost(author, { category: [left.id, right.id][index % 2] }),
      ),
    );
    const responses = await Promise.all(
      posts.map(({ id }, index) =>
        app.call('updatePost', {
          as: author,
          params: { slug: id },
          body: { category: [right.id, left.id][index % 2] },
        }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await countDeadlocks()).toBe(before);
  });
});

describe('delete', () => {
  it('is allowed to the author, staff and superusers', async () => {
    const posts = [await app.createPost(author), await app.createPost(author), await app.createPost(author)];
    const superuser = await app.createUser();
    await app.db
      .updateTable('accounts')
      .set({ is_superuser: true })
      .where('id', '=', superuser.user.id)
      .execute();
    expect((await app.call('deletePost', { as: reader, params: { slug: posts[0].slug } })).status).toBe(403);
    for (const [index, as] of [author, staff, superuser].entries()) {
      const params = { slug: posts[index].slug };
      expect((await app.call('deletePost', { as, params })).status).toBe(204);
      expect((await app.call('deletePost', { as, params })).status).toBe(404);
      expect((await get(posts[index].slug)).status).toBe(404);
    }
  });
});

describe('lists', () => {
  it('have pages with absolute links that keep the query', async () => {
    const { slug } = await app.createCategory();
    const { id } = (await app.call('getCategory', { params: { slug } })).body;
    for (let index = 0; index < 7; index += 1) {
      advance(1);
      await app.createPost(author, { title: `Страница ${index}`, category: id });
    }
    const page = (query: object) =>
      app.call('listPosts', { query: { category: slug, page_size: 3, ...query } });
    const second = (await page({ page: 2 })).body;
    expect(titles(second)).toEqual(['Страница 3', 'Страница 2', 'Страница 1']);
    expect(second).toMatchObject({ count: 7, pinned_posts_count: 0 });
    for (const [link, number] of [
      [second.next, '3'],
      [second.previous, '1'],
    ]) {
      const { origin, pathname, searchParams } = new URL(link);
      expect(origin + pathname).toBe('http://localhost:8000/api/v1/posts/');
      expect(Object.fromEntries(searchParams)).toEqual({ category: slug, page_size: '3', page: number });
    }
    expect(titles((await page({ page: 'last' })).body)).toEqual(['Страница 0']);
    expect((await page({ page: 4 })).status).toBe(404);
    expect((await page({ page: 'x' })).status).toBe(404);
    expect(titles((await page({ ordering: 'title', page_size: 2 })).body)).toEqual([
      'Страница 0',
      'Страница 1',
    ]);
    expect(titles((await page({ ordering: 'created_at', page_size: 1 })).body)).toEqual(['Страница 0']);
    expect(titles((await page({ ordering: 'password_hash', page_size: 1 })).body)).toEqual(['Страница 6']);
    expect((await app.call('listPosts', { query: { category: 'net-takoy' } })).body.count).toBe(0);
    expect((await app.call('listPosts', { query: { category: id } })).body.count).toBe(7);
  });

  it('truncate the content and contain the category name', async () => {
    const { id, name } = await app.createCategory();
    await app.createPost(author, { title: 'Длинный', content: 'ж'.repeat(300), category: id });
    const [item] = (await app.call('listPosts', { query: { category: id } })).body.results;
    expect(item.content).toBe(`${'ж'.repeat(200)}...`);
    expect(item.category).toBe(name);
    expect(JSON.stringify(item)).not.toContain('@');
  });

  it.each([
    ['Ёлк', true],
    ['елку', true],
    ['ЁЛКОЙ украшала', true],
    ['украшаем', true],
    ['ук', true],
    ['жир', true],
    ['ирны', false],
    ['ничего', false],
    ["' or 1=1 --", false],
    ['%', false],
    ['_лк', false],
    ['\\', false],
    ['елка,украшать', true],
  ])('find the post by %s: %s', async (search, isFound) => {
    const { id } = await app.createCategory();
    await app.createPost(author, {
      title: 'Новогодняя ёлка',
      content: 'Украшали **жирно** её всем двором.',
      category: id,
    });
    const { body } = await app.call('listPosts', { query: { search, category: id } });
    expect(body.count).toBe(isFound ? 1 : 0);
  });

  it('return 400 for malformed filters and ignore hostile values', async () => {
    expect((await app.call('listPosts', { query: { author: 'me' } })).body).toEqual({
      author: ['Недопустимое значение.'],
    });
    expect((await app.call('listPosts', { query: { status: 'x' } })).body).toEqual({
      status: ['Недопустимое значение.'],
    });
    expect((await app.call('listMyPosts', { as: author, query: { status: 'x' } })).status).toBe(400);
    expect(
      (await app.call('listPosts', { query: { author: '', status: '', page_size: '', page: '' } })).status,
    ).toBe(200);
    expect((await app.fetch('/api/v1/posts/?search=a%00b&search=%ED%A0%80&page=1&page=1')).status).toBe(200);
    expect((await app.call('listPosts', { query: { search: 'слово '.repeat(300) } })).status).toBe(200);
  });

  it('show authors their own posts of every status', async () => {
    const writer = await app.createUser();
    await app.createPost(writer, { title: 'Готов' });
    advance(1);
    await app.createPost(writer, { title: 'Не готов', status: 'draft' });
    expect(titles((await app.call('listMyPosts', { as: writer })).body)).toEqual(['Не готов', 'Готов']);
    expect(titles((await app.call('listMyPosts', { as: writer, query: { status: 'draft' } })).body)).toEqual([
      'Не готов',
    ]);
    expect((await app.call('listMyPosts', { as: staff, query: { page: 99 } })).status).toBe(404);
    expect((await app.call('listMyPosts', { as: staff })).status).toBe(200);
    expect((await app.call('listMyPosts')).status).toBe(401);
  });

  it('show pinned posts first while their author has a subscription', async () => {
    const { id, slug } = await app.createCategory();
    const writer = await app.createUser();
    const old = await app.createPost(writer, { title: 'Закреплённый', category: id });
    advance(1);
    const recent = await app.createPost(author, { title: 'Свежий', category: id });
    const until = new Date(now.getTime() + 3600_000);
    await app.db
      .updateTable('accounts')
      .set({ subscriber_until: until })
      .where('id', '=', writer.user.id)
      .execute();
    await app.db
      .insertInto('pins')
      .values({ account_id: writer.user.id, post_id: old.id, pinned_at: now })
      .execute();
    const list = async (query: object = {}) =>
      (await app.call('listPosts', { query: { category: id, ...query } })).body;
    expect(titles(await list())).toEqual(['Закреплённый', 'Свежий']);
    expect(titles(await list({ ordering: 'created_at' }))).toEqual(['Закреплённый', 'Свежий']);
    expect(titles(await list({ ordering: '-updated_at' }))).toEqual(['Свежий', 'Закреплённый']);
    expect(titles(await list({ page_size: 1, page: 2 }))).toEqual(['Свежий']);
    expect((await list()).pinned_posts_count).toBe(1);
    expect((await get(old.slug)).body.pinned_info.pinned_by).toMatchObject({
      id: writer.user.id,
      has_active_subscription: true,
    });
    const ofCategory = (await app.call('listCategoryPosts', { params: { slug } })).body;
    expect([ofCategory.pinned_posts_count, ofCategory.posts[0].title]).toEqual([1, 'Закреплённый']);
    advance(3601);
    expect(titles(await list())).toEqual(['Свежий', 'Закреплённый']);
    expect((await get(recent.slug)).status).toBe(200);
    for (const user of [author, reader, staff]) await logInAgain(user);
  });

  it('count a reader once and show the count at once', async () => {
    const post = await app.createPost(author);
    const views = async (as?: TestUser) => (await get(post.slug, as)).body.views_count;
    expect([await views(author), await views(author), await views(reader), await views()]).toEqual([
      1, 1, 2, 3,
    ]);
    for (const as of [undefined, reader, staff])
      expect((await app.call('viewPost', { as, params: { slug: post.slug } })).status).toBe(204);
    expect(await views()).toBe(4);
    expect((await app.call('viewPost', { params: { slug: 'net-takogo' } })).status).toBe(404);
  });

  it('are available to every role', async () => {
    for (const as of [undefined, reader, staff]) {
      const post = await app.createPost(author);
      expect((await app.call('listPosts', { as })).status).toBe(200);
      expect((await get(post.slug, as)).body.can_edit).toBe(as === staff);
    }
  });
});

describe('categories', () => {
  it('are listed by name, found by slug, id and search', async () => {
    const { id, slug, name } = await app.createCategory('Ёлочные игрушки');
    for (const as of [undefined, reader, staff]) {
      const { body } = await app.call('listCategories', { as, query: { search: 'елочные' } });
      expect(body.results).toMatchObject([{ id, slug, name, posts_count: 0 }]);
      expect((await app.call('getCategory', { as, params: { slug } })).body.name).toBe(name);
      expect((await app.call('listCategoryPosts', { as, params: { slug: id } })).body).toMatchObject({
        category: { slug },
        posts: [],
        count: 0,
        next: null,
      });
    }
    const all = (await app.call('listCategories')).body.results.map(
      (category: { name: string }) => category.name,
    );
    expect(all).toEqual([...all].sort(new Intl.Collator('ru').compare));
    expect((await app.call('listCategories', { query: { page: 9 } })).status).toBe(404);
    for (const missing of ['net-takoy', '999999', '99999999999999999999', 'a\u0000b'])
      expect((await app.call('getCategory', { params: { slug: missing } })).status).toBe(404);
    expect((await app.call('listCategoryPosts', { params: { slug: 'net-takoy' } })).status).toBe(404);
  });
});

it('keeps every counter equal to a fresh count', async () => {
  const { id: first } = await app.createCategory();
  const { id: second } = await app.createCategory();
  const writer = await app.createUser();
  const post = await app.createPost(writer, { category: first });
  const patch = (body: object) => app.call('updatePost', { as: writer, params: { slug: post.id }, body });
  for (const body of [
    { status: 'draft' },
    { category: second },
    { status: 'published' },
    { category: null },
    { category: first },
    { category: '' },
    { category: second },
  ])
    expect((await patch(body)).status).toBe(200);
  await app.createPost(writer, { category: second, status: 'draft' });
  await app.call('createComment', { as: writer, body: { post: post.id, content: 'Раз' } });
  const doomed = await app.createPost(writer, { category: second });
  await app.call('createComment', { as: writer, body: { post: doomed.id, content: 'Два' } });
  await app.call('deletePost', { as: writer, params: { slug: doomed.slug } });

  const wrong = await sql`
    select 'category' as kind, id from categories c
      where posts_count <> (select count(*) from posts where category_id = c.id and status = 'published')
    union all select 'posts', id from accounts a where posts_count <> (select count(*) from posts where author_id = a.id)
    union all select 'comments', id from accounts a
      where comments_count <> (select count(*) from comments where author_id = a.id and deleted_at is null)
    union all select 'post', id from posts p
      where comments_count <> (select count(*) from comments where post_id = p.id and deleted_at is null)`.execute(
    app.db,
  );
  expect(wrong.rows).toEqual([]);
  const { posts_count, comments_count } = (await app.call('getProfile', { as: writer })).body;
  expect([posts_count, comments_count]).toEqual([2, 1]);
});
