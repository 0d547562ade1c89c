import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

/** A tenth of the usual limits: 30 rendered pages and 6 searches at once. */
const env = { RATE_LIMIT_FACTOR: '0.1', TRUST_PROXY: '127.0.0.1,::1' };
const renderBurst = 30;
const searchBurst = 6;
/** A fixed clock: no limit refills and nothing expires during a test. */
const clock = { now: () => new Date('2026-12-01T12:10:00Z') };

let app: TestApp;
let lastHost = 0;

beforeAll(async () => {
  app = await createTestApp({ withPages: true, env, clock });
  const author = await app.createUser({ username: 'stepan' });
  for (const title of ['Трамвай', 'Автобус', 'Метро']) await app.createPost(author, { title });
});
afterAll(() => app.stop());
/** Waits until the change listener is connected: nothing is cached before. */
beforeEach(async () => {
  const isCached = async () => {
    await app.fetch('/rules', { headers: newReaderHeaders() });
    return app.cache.find('/rules') !== undefined;
  };
  await expect.poll(isCached).toBe(true);
});

/** An IP address without earlier requests. */
function newReaderHeaders(): Record<string, string> {
  lastHost += 1;
  return { 'x-forwarded-for': `198.51.${lastHost >> 8}.${lastHost & 255}` };
}
const statusOf = async (path: string, headers: Record<string, string>) =>
  (await app.fetch(path, { headers })).status;
const countOf = (statuses: number[], status: number) => statuses.filter((each) => each === status).length;

describe('a page that has to be rendered', () => {
  it('is refused beyond the limit of an IP address with a small Russian page and Retry-After', async () => {
    const reader = newReaderHeaders();
    const statuses: number[] = [];
    for (let count = 0; count < renderBurst + 10; count += 1)
      statuses.push(await statusOf(`/posts/missing-${count}`, reader));
    expect([countOf(statuses, 404), countOf(statuses, 429)]).toEqual([renderBurst, 10]);

    const queries = app.queryCount();
    const { status, headers, body } = await app.fetch('/posts/missing', { headers: reader });
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(body).toContain('<html lang="ru">');
    expect(body).toContain('<h1>Слишком много запросов</h1>');
    expect(body).toMatch(/Подождите \d+\s(секунду|секунды|секунд) и обновите страницу/);
    expect(app.queryCount()).toBe(queries);
    expect(body.length).toBeLessThan(4_000);
  });

  it('is refused to that IP address only, and a cached page to nobody', async () => {
    const flooder = newReaderHeaders();
    await statusOf('/about', newReaderHeaders());
    for (let count = 0; count < renderBurst; count += 1) await statusOf(`/posts/none-${count}`, flooder);
    expect(await statusOf('/posts/none', flooder)).toBe(429);
    expect(await statusOf('/posts/none', newReaderHeaders())).toBe(404);
    for (const _ of Array(50)) expect(await statusOf('/about', flooder)).toBe(200);
  });

  it('is sent from the cache to fifty readers behind one IP address', async () => {
    const office = newReaderHeaders();
    const paths = ['/', '/posts', '/posts/tramvay', '/posts/avtobus', '/posts/metro', '/users/stepan'];
    const statuses = await Promise.all(
      Array.from({ length: 50 * paths.length }, (_, index) =>
        statusOf(paths[index % paths.length] ?? '/', office),
      ),
    );
    expect(countOf(statuses, 200)).toBe(50 * paths.length);
  });
});

describe('a search through a page', () => {
  it('uses the same limit as a search through the API', async () => {
    const reader = newReaderHeaders();
    const statuses: number[] = [];
    for (let count = 0; count < searchBurst + 4; count += 1)
      statuses.push(await statusOf(`/posts?search=слово${count}`, reader));
    expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([searchBurst, 4]);
    const api = await app.call('listPosts', { query: { search: 'трамвай' }, headers: reader });
    expect(api.status).toBe(429);
    expect(await statusOf('/posts?ordering=title', reader)).toBe(200);
  });

  it('is not cached, and deep pages of lists use the same limit', async () => {
    await statusOf('/posts?search=трамвай', newReaderHeaders());
    expect(app.cache.find(`/posts?search=${encodeURIComponent('трамвай')}`)).toBeUndefined();
    const reader = newReaderHeaders();
    for (let count = 0; count < searchBurst; count += 1) await statusOf(`/posts?page=9${count}000`, reader);
    expect(await statusOf('/posts?page=99000', reader)).toBe(429);
    const deep = await app.call('listPosts', { query: { page: 99_000 }, headers: reader });
    expect(deep.status).toBe(429);
  });
});

describe('the cache key', () => {
  it.each([
    [
      '/login',
      ['/login?redirect=/x1', '/login?redirect=/x2&redirect=/x3', '/LOGIN', '/%6cogin', '/login?utm=1'],
    ],
    ['/register', ['/register?redirect=%2Fprofile']],
    [
      '/posts',
      [
        '/posts?page=1',
        '/posts?page=0',
        '/posts?page=x&page=3',
        '/posts?ordering=nonsense',
        '/posts?ordering=-created_at',
        '/posts?search=%20',
      ],
    ],
    [
      '/posts?ordering=title',
      ['/posts?ordering=%20title', '/posts?ordering=title&page=01', '/posts?x=1&ordering=title'],
    ],
    [
      '/posts/tramvay',
      [
        '/posts/tramvay?comments=10',
        '/posts/tramvay?comments=x',
        '/posts/%74ramvay',
        '/POSTS/tramvay?comments=050',
      ],
    ],
    ['/users/stepan', ['/users/stepan?page=1', '/users/stepan?tab=2']],
  ])('of %s ignores parameters without effect', async (path, others) => {
    const { status, body } = await app.fetch(path, { headers: newReaderHeaders() });
    expect(status).toBe(200);
    const { entries: responses } = app.cache.size();
    for (const other of others) {
      const same = await app.fetch(other, { headers: newReaderHeaders() });
      expect([other, same.status, same.body === body]).toEqual([other, 200, true]);
    }
    expect(app.cache.size().entries).toBe(responses);
  });

  it('of an API list ignores parameters without effect', async () => {
    const { body } = await app.fetch('/api/v1/posts/?page_size=100', { headers: newReaderHeaders() });
    const { entries: responses } = app.cache.size();
    const orderings = Array.from({ length: 30 }, (_, index) => `&ordering=field${index},-created_at`);
    for (const other of ['101', '0100', '1e5&unknown=1', ...orderings.map((ordering) => `100${ordering}`)]) {
      const same = await app.fetch(`/api/v1/posts/?page_size=${other}`, { headers: newReaderHeaders() });
      expect([other, same.status, same.body.results]).toEqual([other, 200, body.results]);
    }
    expect(app.cache.size().entries).toBe(responses + 1);
  });
});

it('maps any ordering of a list to a small set of statements', async () => {
  const fields = ['title', '-title', 'created_at', '-views_count', 'updated_at', 'password', 'x'];
  const texts = new Set<string>();
  for (let count = 1; count <= 60; count += 1) {
    const ordering = Array.from(
      { length: 10 * count },
      (_, index) => fields[(index * count) % fields.length],
    );
    const recorded = await app.recordQueries(async () => {
      const response = await app.call('listPosts', {
        query: { ordering: ordering.join(',') },
        headers: newReaderHeaders(),
      });
      expect(response.status).toBe(200);
    });
    for (const { text } of recorded) texts.add(text);
  }
  expect(texts.size).toBeLessThan(20);
});
