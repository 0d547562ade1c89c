import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let author: TestUser;

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  author = await app.createUser({ username: 'stepan' });
  const { id } = await app.createCategory('Город');
  await app.createPost(author, { title: 'Ночной трамвай', content: 'Текст поста.', category: id });
});
afterAll(() => app.stop());

const page = async (path: string, headers: Record<string, string> = {}) => app.fetch(path, { headers });
const titleOf = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1];

describe('pages', () => {
  it.each([
    ['/', 'Главная | News Site', 200],
    ['/posts', 'Все посты | News Site', 200],
    ['/posts/nochnoy-tramvay', 'Ночной трамвай | News Site', 200],
    ['/categories', 'Категории | News Site', 200],
    ['/login', 'Вход | News Site', 200],
    ['/register', 'Регистрация | News Site', 200],
    ['/posts/create', 'Создать пост | News Site', 200],
    ['/profile', 'Профиль | News Site', 200],
    ['/change-password', 'Смена пароля | News Site', 200],
    ['/security', 'Безопасность | News Site', 200],
    ['/change-email', 'Смена адреса почты | News Site', 200],
    ['/password-reset', 'Восстановление пароля | News Site', 200],
    ['/verify-email', 'Подтверждение адреса | News Site', 200],
    ['/users/stepan', 'stepan | News Site', 200],
    ['/users/nobody', 'Страница не найдена | News Site', 404],
    ['/users/stepan?page=99', 'Страница не найдена | News Site', 404],
    ['/users/%20', 'Страница не найдена | News Site', 404],
    ['/subscription', 'Подписка | News Site', 200],
    ['/subscription/success', 'Оплата успешна | News Site', 200],
    ['/subscription/cancel', 'Оплата отменена | News Site', 200],
    ['/about', 'О проекте | News Site', 200],
    ['/rules', 'Правила сообщества | News Site', 200],
    ['/moderation', 'Журнал модерации | News Site', 200],
    ['/privacy', 'Политика конфиденциальности | News Site', 200],
    ['/terms', 'Условия использования | News Site', 200],
    ['/feedback', 'Обратная связь | News Site', 200],
    ['/offline', 'Сохранённые статьи | News Site', 200],
    ['/staff', 'Редакция | News Site', 200],
    ['/staff/posts', 'Модерация статей | News Site', 200],
    ['/staff/comments', 'Модерация комментариев | News Site', 200],
    ['/staff/front-page', 'Главная страница | News Site', 200],
    ['/staff/categories', 'Управление категориями | News Site', 200],
    ['/staff/payments', 'Платежи | News Site', 200],
    ['/staff/payments/1', 'Платёж | News Site', 200],
    ['/staff/plans', 'Тарифы | News Site', 200],
    ['/staff/reports', 'Жалобы | News Site', 200],
    ['/staff/users', 'Пользователи | News Site', 200],
    ['/staff/users/1', 'Пользователи | News Site', 200],
    ['/staff/audit', 'Журнал | News Site', 200],
    ['/decisions', 'Решения модераторов | News Site', 200],
    ['/staff/imports', 'Импорт | News Site', 200],
    ['/staff/imports/1', 'Импорт | News Site', 200],
    ['/staff/health', 'Состояние сайта | News Site', 200],
    ['/posts/my', 'Мои посты | News Site', 200],
    ['/draft', 'Черновик | News Site', 200],
    ['/posts/my/stats', 'Статистика | News Site', 200],
    ['/posts/nochnoy-tramvay/stats', 'Статистика | News Site', 200],
    ['/posts/%20/stats', 'Страница не найдена | News Site', 404],
    ['/profile/pictures', 'Мои изображения | News Site', 200],
    ['/comments/my', 'Мои комментарии | News Site', 200],
    ['/posts/nochnoy-tramvay/edit', 'Редактировать пост | News Site', 200],
    ['/posts/%20/edit', 'Страница не найдена | News Site', 404],
    ['/posts/net-takogo', 'Страница не найдена | News Site', 404],
    ['/categories/net-takoy', 'Страница не найдена | News Site', 404],
    ['/net-takoy', 'Страница не найдена | News Site', 404],
    ['/posts/%20', 'Страница не найдена | News Site', 404],
    ['/posts/%EF%F0%E8%E2%E5%F2?page=%', 'Страница не найдена | News Site', 404],
    ['/posts?page=99', 'Страница не найдена | News Site', 404],
  ])('serve %s with the title «%s» and status %i', async (path, title, status) => {
    const response = await page(path);
    expect([response.status, titleOf(response.body)]).toEqual([status, title]);
    expect(response.body).toContain('<html lang="ru"');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('have a title with the name of their content', async () => {
    const category = await app.createCategory('Книги и чтение');
    const { body } = await page(`/categories/${category.slug}`);
    expect(titleOf(body)).toBe('Книги и чтение | News Site');
  });

  it('allow only their own scripts, by hash', async () => {
    const { body, headers } = await page('/');
    const policy = headers.get('content-security-policy') ?? '';
    const scripts = [
      ...body.matchAll(/<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g),
    ].map(([, code]) => code);
    expect(scripts.length).toBeGreaterThan(0);
    for (const code of scripts)
      expect(policy).toContain(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(body).not.toContain('nonce=');
    expect(headers.get('x-script-nonce')).toBeNull();
  });

  it('are the same for all headers and cookies', async () => {
    const plain = (await page('/posts/nochnoy-tramvay')).body;
    const cookie = `access_token=${author.access}; refresh_token=${author.refresh}`;
    const readers: Record<string, string>[] = [
      { cookie },
      { authorization: `Bearer ${author.access}` },
      { 'x-forwarded-host': 'evil.example' },
      { 'accept-language': 'en' },
      { 'user-agent': 'Googlebot' },
    ];
    for (const headers of readers) expect((await page('/posts/nochnoy-tramvay', headers)).body).toBe(plain);
    expect(plain).not.toContain(author.user.email);
  });

  it('never show a draft', async () => {
    const draft = await app.createPost(author, { title: 'Тайный черновик', status: 'draft' });
    const response = await page(`/posts/${draft.slug}`, { cookie: `access_token=${author.access}` });
    expect(response.status).toBe(404);
    expect(response.body).not.toContain('Тайный');
    expect((await page('/posts')).body).not.toContain('Тайный');
  });

  it('redirect from a former slug of a post to the current one', async () => {
    const renamed = await app.createPost(author, { title: 'Было' });
    await app.call('updatePost', { as: author, params: { slug: renamed.slug }, body: { title: 'Стало' } });
    const response = await page('/posts/bylo');
    expect([response.status, response.headers.get('location')]).toEqual([301, '/posts/stalo']);
  });

  it('show an author and their posts at one canonical URL', async () => {
    const { body } = await page('/users/stepan');
    expect(body).toContain('Ночной трамвай');
    expect(body).not.toContain(author.user.email);
    const response = await page('/users/STEPAN?page=1');
    expect([response.status, response.headers.get('location')]).toEqual([301, '/users/stepan']);
  });

  it('find an author whose name looks like a file', async () => {
    await app.createUser({ username: 'big.data' });
    expect((await page('/users/big%2Edata')).status).toBe(200);
  });

  it('escape user content', async () => {
    const nasty = '</script><script>alert(1)</script>"\'><img src=x onerror=alert(1)>';
    const { slug } = await app.createPost(author, { title: nasty, content: nasty });
    const { body } = await page(`/posts/${slug}`);
    expect(body).not.toContain('<script>alert(1)');
    expect(body).not.toContain('<img src=x');
    expect((await page(`/posts?search=${encodeURIComponent(nasty)}`)).body).not.toContain('<script>alert(1)');
  });
});

describe('URLs', () => {
  it.each([
    ['/posts/', '/posts'],
    ['/categories/?page=2', '/categories?page=2'],
    ['//evil.example/', '/evil.example'],
    ['/posts//', '/posts'],
  ])('redirect %s to %s', async (path, target) => {
    const { status, headers } = await page(path);
    expect([status, headers.get('location')]).toEqual([308, target]);
  });

  it.each(['/posts.data', '/_root.data', '/__manifest?p=/'])(
    'return 404 for the data request %s',
    async (path) => {
      expect((await page(path)).status).toBe(404);
    },
  );

  it('with another host are 404', async () => {
    const target = (line: string) =>
      new Promise<string>((done) => {
        const socket = connect(Number(new URL(app.origin).port), 'localhost', () =>
          socket.write(`${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
        );
        socket.once('data', (data) => done(data.toString().split('\r\n')[0] ?? ''));
      });
    expect(await target('GET http://evil.example/')).toContain(' 404 ');
    expect(await target('GET *')).toContain(' 404 ');
    expect(await target('QUERY /api/v1/auth/login/')).toMatch(/ 4\d\d /);
  });

  it('accept GET and HEAD only', async () => {
    expect((await app.fetch('/posts', { method: 'HEAD' })).status).toBe(200);
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await app.fetch('/posts', { method })).status).toBe(405);
  });

  it('let clients cache built files for a year and pages not at all', async () => {
    const { body, headers } = await page('/');
    expect(headers.get('cache-control')).toBe('no-cache');
    const asset = /"(\/assets\/[^"]+\.js)"/.exec(body)?.[1] ?? '';
    const file = await page(asset);
    expect([file.status, file.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    expect((await page('/assets/missing.js')).status).toBe(404);
  });

  it('are compressed', async () => {
    const { body } = await page('/');
    const asset = /"(\/assets\/[^"]+\.js)"/.exec(body)?.[1] ?? '';
    for (const path of ['/', '/api/v1/posts/', asset]) {
      expect((await page(path, { 'accept-encoding': 'br' })).headers.get('content-encoding')).toBe('br');
      expect((await page(path, { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBe('gzip');
      expect(
        (await page(path, { 'accept-encoding': 'identity' })).headers.get('content-encoding'),
      ).toBeNull();
    }
  });

  it('serve uploads with a sandbox policy and refuse path traversal', async () => {
    const sharp = (await import('sharp')).default;
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set('avatar', new Blob([new Uint8Array(picture)]), 'x.png');
    const { avatar } = (await app.call('updateProfile', { as: author, body: form })).body;
    const { status, headers } = await page(new URL(avatar).pathname);
    expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      200,
      'image/webp',
      'nosniff',
    ]);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await page(new URL(avatar).pathname, known)).status).toBe(304);
    for (const path of [
      '/media/../secrets/jwt',
      '/media/%2e%2e/secrets/jwt',
      '/media/..%2fsecrets%2fjwt',
      '/media/ab/%00.webp',
      `/media/ab/${'a'.repeat(5_000)}.webp`,
      `${new URL(avatar).pathname}%00`,
      `${new URL(avatar).pathname}.html`,
      `/media/ab/${'0'.repeat(40)}.webp`,
    ])
      expect([path, (await page(path)).status]).toEqual([path, 404]);
  });
});
