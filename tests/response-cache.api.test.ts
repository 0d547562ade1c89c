import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** The response cache: pages and lists for guests are rendered once and sent to everybody. */
let app: TestApp;
let author: TestUser;
/** Advances only in tests that set it, so that nothing expires by itself. */
let now = new Date('2026-12-01T12:10:00Z');

const start = async () => createTestApp({ withPages: true, clock: { now: () => now } });
beforeAll(async () => {
  app = await start();
  author = await app.createUser({ username: 'stepan' });
  const { id } = await app.createCategory('Город');
  const body = 'Текст поста. '.repeat(100);
  await app.createPost(author, { title: 'Ночной трамвай', content: body, category: id });
});
afterAll(() => app.stop());
beforeEach(() => waitForListener());

/** Waits until the change listener is connected: nothing is cached before. */
async function waitForListener(): Promise<void> {
  const isCached = async () => {
    await get('/rules');
    return app.cache.find('/rules') !== undefined;
  };
  await expect.poll(isCached).toBe(true);
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
type RawResponse = { status: number; headers: IncomingHttpHeaders; bytes: Buffer };

/** Sends exactly these headers: `fetch` adds its own and decodes the body. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawResponse> {
  const outgoing = request(app.origin + path, { method, headers }).end();
  const [response] = await once(outgoing, 'response');
  return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
}

const pages = [
  '/',
  '/posts',
  '/posts?page=1',
  '/posts/nochnoy-tramvay',
  '/categories',
  '/users/stepan',
  '/login',
];
const apiPaths = ['posts/', 'posts/popular/', 'posts/recent/', 'posts/categories/', 'site/figures/'].map(
  (path) => `/api/v1/${path}`,
);

it.each([...pages, ...apiPaths])('sends %s from the cache exactly as it was rendered', async (path) => {
  const plain = ({ status, headers, bytes }: RawResponse) => {
    const { date: _, 'x-request-id': id, ...rest } = headers;
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    return { status, headers: rest, text: String(bytes) };
  };
  const first = plain(await get(path));
  expect(app.cache.find(path)).toBeDefined();
  const queries = app.queryCount();
  const second = plain(await get(path));
  expect(app.queryCount()).toBe(queries);
  expect(second).toEqual(first);
  expect(first).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'no-cache', 'x-frame-options': 'DENY' },
  });
});

it.each([...pages, ...apiPaths])(
  'sends the same bytes of %s in every encoding, and 304 for a matching ETag',
  async (path) => {
    const { bytes, headers } = await get(path);
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      for (const repeated of [1, 2]) {
        const compressed = await get(path, { 'accept-encoding': `${encoding}, *;q=0` });
        if (bytes.length < 1_024) continue;
        expect([repeated, compressed.headers['content-encoding']]).toEqual([repeated, encoding]);
        expect(compressed.headers.vary).toContain('accept-encoding');
        expect(decode(compressed.bytes).equals(bytes)).toBe(true);
      }
    }
    const known = await get(path, { 'if-none-match': String(headers.etag) });
    expect([known.status, known.bytes.length, known.headers.etag]).toEqual([304, 0, headers.etag]);
    const head = await get(path, {}, 'HEAD');
    expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([
      200,
      0,
      String(bytes.length),
    ]);
  },
);

const names = [
  'cookie',
  'accept-language',
  'user-agent',
  'x-forwarded-host',
  'x-forwarded-for',
  'x-original-url',
  'x-rewrite-url',
  'forwarded',
  'referer',
  'x-http-method-override',
  'range',
  'x-ghost-preview',
  'cache-control',
  'pragma',
  'x-user-id',
  'prefer',
  'save-data',
  'sec-fetch-site',
  'via',
  'x-no-compression',
  'expect-ct',
  'dnt',
];

it('sends the same bytes to two hundred readers with different headers', async () => {
  for (const path of ['/', '/posts/nochnoy-tramvay', '/api/v1/posts/']) {
    const plain = await get(path);
    for (let reader = 0; reader < 200; reader += 1) {
      const picked = names.filter((_, index) => (reader * 7 + index * 13) % 5 === 0);
      const headers = Object.fromEntries(picked.map((name) => [name, `${name}-${reader}=${author.access}`]));
      // Some requests miss the cache, so that their response is rendered.
      if (reader % 8 === 0) app.cache.invalidate(['lists', 'post:1']);
      const { bytes } = await get(path, { ...headers, cookie: `access_token=${author.access}` });
      expect(bytes.equals(plain.bytes), `${path} for reader ${reader}`).toBe(true);
    }
  }
});

it('renders a separate response for a caller with a token', async () => {
  await app.createPost(author, { title: 'Черновик', status: 'draft' });
  await get('/api/v1/posts/');
  const own = await app.call('listPosts', { as: author });
  expect([own.body.count, own.headers.get('cache-control')]).toEqual([2, 'private, no-store']);
  expect((await app.call('listPosts')).body.count).toBe(1);
});

it('sets CORS headers for each origin separately', async () => {
  await get('/api/v1/posts/');
  const ours = await get('/api/v1/posts/', { origin: app.origin });
  expect(ours.headers['access-control-allow-origin']).toBe(app.origin);
  const theirs = await get('/api/v1/posts/', { origin: 'https://evil.example' });
  expect(theirs.headers['access-control-allow-origin']).toBeUndefined();
  expect((await get('/api/v1/posts/')).headers['access-control-allow-origin']).toBeUndefined();
});

it('ignores query parameters that a page or endpoint does not declare', async () => {
  for (const path of ['/posts', '/posts/nochnoy-tramvay', '/api/v1/posts/']) {
    const before = await get(path);
    const { entries: responses } = app.cache.size();
    for (const query of [
      'utm_source=mail',
      'page_size=',
      'x=1&x=2',
      '%D0%B0=%D0%B1',
      '__proto__=1',
      'preview=true',
    ])
      expect((await get(`${path}?${query}`)).bytes.equals(before.bytes), query).toBe(true);
    expect(app.cache.size().entries).toBe(responses);
  }
  const [one, other] = [
    await get('/posts?page=1&search=Ночной'),
    await get('/posts?search=Ночной&utm=2&page=1'),
  ];
  expect(one.bytes.equals(other.bytes)).toBe(true);
  expect(one.bytes.equals((await get('/posts?search=ничего')).bytes)).toBe(false);
});

it('does not cache 404 responses', async () => {
  const { entries: responses } = app.cache.size();
  for (let index = 0; index < 20; index += 1) {
    expect((await get(`/posts/net-takogo-${index}`)).status).toBe(404);
    expect((await get(`/posts?page=${index + 90}`)).status).toBe(404);
  }
  expect(app.cache.size().entries).toBe(responses);
});

it('renders a page once for a thousand concurrent requests', async () => {
  app.cache.invalidate(['lists']);
  const before = app.queryCount();
  await get('/');
  const queriesForOne = app.queryCount() - before;
  app.cache.invalidate(['lists']);
  const queriesBefore = app.queryCount();
  const all = await Promise.all(Array.from({ length: 1_000 }, () => app.fetch('/')));
  expect(new Set(all.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
  expect(app.queryCount() - queriesBefore).toBeLessThanOrEqual(queriesForOne);
});

// Runs before any view is counted, because cached view counts may differ.
it('sends the same bytes with the cache disabled', async () => {
  const other = await createTestApp({
    withPages: true,
    db: app.db,
    env: { CACHE_MB: '0', PUBLIC_URL: app.origin },
    clock: { now: () => now },
  });
  try {
    const normalized = (text: string) =>
      text.replaceAll(other.origin, app.origin).replaceAll(/sha256-[\w+/=]+/g, '');
    for (const path of [
      ...pages,
      ...apiPaths,
      '/posts?ordering=title',
      '/posts?search=трамвай&page=1&utm=1',
    ]) {
      const cached = await get(path);
      const rendered = await fetch(other.origin + path);
      expect(normalized(await rendered.text()), path).toBe(normalized(String(cached.bytes)));
      expect([path, rendered.headers.get('etag') !== null, rendered.headers.get('cache-control')]).toEqual([
        path,
        true,
        cached.headers['cache-control'],
      ]);
    }
    expect(other.cache.size().entries).toBe(0);
  } finally {
    await other.stop();
  }
});

it('counts every reader of a cached page once', async () => {
  const { id, slug } = await app.createPost(author, { title: 'Счёт' });
  const views = async () =>
    (await app.call('getPost', { params: { slug }, query: { count_view: 'false' } })).body.views_count;
  for (let reader = 0; reader < 5; reader += 1)
    for (const _ of [1, 2]) {
      await get(`/posts/${slug}`);
      await app.call('viewPost', { params: { slug }, headers: { 'user-agent': `${firefox} ${reader}` } });
    }
  expect([id > 0, await views()]).toEqual([true, 5]);
});

it('clears the cache when the change listener loses its connection, and caches again after reconnecting', async () => {
  const name = new URL(app.databaseUrl).pathname.slice(1);
  await get('/');
  // Open connections stay, new ones are refused.
  await app.asSuperuser(`alter database ${name} allow_connections false`);
  try {
    await app.asSuperuser(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'news-site changes' and datname = '${name}'`,
    );
    await expect.poll(() => app.cache.size().entries).toBe(0);
    await app.createPost(author, { title: 'Пока никто не слушал' });
    expect(String((await get('/')).bytes)).toContain('Пока никто не слушал');
    expect(app.cache.size().entries).toBe(0);
  } finally {
    await app.asSuperuser(`alter database ${name} allow_connections true`);
  }
  await waitForListener();
});

it('shows a writer the new content even if notifications are slow', async () => {
  const slow = await createSlowProxy(app.databaseUrl, 100);
  const other = await createTestApp({ withPages: true, databaseUrl: slow.url, db: app.db });
  try {
    const page = async () => (await other.fetch('/posts')).body as string;
    const isCached = async () => (await page()) !== '' && other.cache.find('/posts') !== undefined;
    await expect.poll(isCached).toBe(true);
    const writer = await other.createUser();
    for (const title of ['Первое', 'Второе', 'Третье']) {
      await page();
      await other.createPost(writer, { title });
      expect(await page()).toContain(title);
    }
  } finally {
    await other.stop();
    slow.close();
  }
});

it('expires a page with the first pin that ends and with the hourly rotation', async () => {
  const { id } = await app.createPost(author, { title: 'Закреплённый' });
  const end = new Date('2026-12-01T12:20:00Z');
  await app.db
    .updateTable('accounts')
    .set({ subscriber_until: end })
    .where('id', '=', author.user.id)
    .execute();
  expect((await app.call('pinPost', { as: author, body: { post_id: id } })).status).toBe(201);
  const path = '/api/v1/posts/pinned/';
  const pinned = async () => JSON.parse(String((await get(path)).bytes)).count;
  expect([await pinned(), app.cache.find(path)?.response.validUntil]).toEqual([1, end.getTime()]);
  now = end;
  expect(await pinned()).toBe(0);
  now = new Date('2026-12-01T12:55:00Z');
  expect([await pinned(), app.cache.find(path)?.response.validUntil]).toEqual([
    0,
    Date.parse('2026-12-01T13:00:00Z'),
  ]);
});

/** A proxy that delays the responses of the database. */
async function createSlowProxy(url: string, ms: number): Promise<{ url: string; close(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'slow-'));
  const direct = new pg.Client({ connectionString: url });
  const target = `${direct.host}/.s.PGSQL.${direct.port}`;
  const server = createServer((clientSocket) => {
    const serverSocket = connect(target);
    clientSocket.pipe(serverSocket);
    serverSocket.on('data', (data) => setTimeout(() => clientSocket.write(data), ms));
    for (const socket of [clientSocket, serverSocket]) socket.on('error', () => undefined);
    clientSocket.on('close', () => serverSocket.destroy());
    serverSocket.on('close', () => clientSocket.destroy());
  }).listen(`${folder}/.s.PGSQL.${direct.port}`);
  await once(server, 'listening');
  const slow = new URL(url);
  slow.searchParams.set('host', folder);
  return { url: slow.href, close: () => server.close() };
}
