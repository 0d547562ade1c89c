import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { startMetricsServer } from './http/metrics-server.ts';
import { createMetrics } from './metrics.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

const readProjectFile = (path: string) => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8');

describe('metrics', () => {
  it('include requests by route and status, the pool, the jobs and the event loop', async () => {
    const author = await app.createUser();
    await app.createPost(author);
    await app.call('listPosts');
    await app.call('getPost', { params: { slug: 'nobody-has-this' } });
    const cache = app.metrics.addCache('pages', () => ({ entries: 3, bytes: 512 }));
    cache.hit();
    cache.hit();
    cache.miss();
    const text = await app.metrics.text();
    for (const line of [
      'http_request_duration_seconds_count{method="GET",route="/api/v1/posts/",status="200"} 1',
      'http_request_duration_seconds_count{method="GET",route="/api/v1/posts/:slug/",status="404"} 1',
      'cache_requests_total{cache="pages",result="hit"} 2',
      'cache_requests_total{cache="pages",result="miss"} 1',
      'cache_bytes{cache="pages"} 512',
      'db_pool_connections{state="waiting"} 0',
      'jobs{state="failed"} 0',
    ])
      expect(text).toContain(line);
    expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds \d/);
    expect(text).not.toContain('nobody-has-this');
  });

  it('count e-mails by result, and know the free space', async () => {
    const metrics = createMetrics({
      db: app.db,
      dataDir: app.dataDir,
      bodyUsage: () => ({ bodies: 0, bytes: 0 }),
      freeSpace: { level: () => 'low' },
    });
    metrics.countMail(true);
    metrics.countMail(false);
    metrics.countMail(false);
    const text = await metrics.text();
    expect(text).toContain('mails_total{result="sent"} 1');
    expect(text).toContain('mails_total{result="failed"} 2');
    expect(text).toMatch(/^disk_free_bytes [1-9]/m);
    expect(text).toContain('writes_refused_for_space 1');
  });

  it('are those of docs/metrics.md, with type and meaning; rules and dashboard use no others', async () => {
    app.metrics.addWorker(() => new Map([['mail', true]]));
    const text = await app.metrics.text();
    const types = new Map(
      Array.from(text.matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name, type]) => [name, type]),
    );
    const own = Array.from(text.matchAll(/^# HELP (\S+) (.*)$/gm), ([, name = '', help]) => [
      name,
      types.get(name),
      help,
    ])
      .filter(([name]) => !/^(?:nodejs|process)_/.test(name ?? ''))
      .sort();
    const rows = readProjectFile('docs/metrics.md').matchAll(
      /^\| `(\w+)` +\| (\w+) +\| [^|]*\| (.*?) +\|$/gm,
    );
    expect(Array.from(rows, ([, name, type, help]) => [name, type, help]).sort()).toEqual(own);
    const known = new Set([...types.keys(), 'up']);
    const used = [
      ...readProjectFile('deploy/prometheus/alerts.yml').matchAll(/([a-z0-9_]+)\{job=/g),
      ...readProjectFile('deploy/grafana/news-site.json').matchAll(/([a-z0-9_]+)\{job=/g),
    ].map(([, name = '']) => name.replace(/_(?:bucket|count|sum)$/, ''));
    expect(used.length).toBeGreaterThan(20);
    expect([...new Set(used)].filter((name) => !known.has(name))).toEqual([]);
  });

  it('are not served by the site', async () => {
    for (const path of ['/metrics', '/api/v1/metrics']) expect((await app.fetch(path)).status).toBe(404);
  });

  it('are served on their own port, and return 401 without the configured token', async () => {
    const server = await startMetricsServer(app.metrics, { host: '127.0.0.1', port: 0, token: 'secret' });
    const requestStatus = async (path: string, init: RequestInit = {}) =>
      (await fetch(`http://127.0.0.1:${server.port}${path}`, init)).status;
    const headers = { authorization: 'Bearer secret' };
    expect([
      await requestStatus('/metrics'),
      await requestStatus('/metrics', { headers: { authorization: 'Bearer wrong!' } }),
      await requestStatus('/metrics', { headers }),
      await requestStatus('/', { headers }),
      await requestStatus('/metrics', { headers, method: 'POST' }),
    ]).toEqual([401, 401, 200, 404, 405]);
    await server.stop();
    await expect(requestStatus('/metrics', { headers })).rejects.toThrow();
  });
});

describe('Server-Timing', () => {
  it('reports the time in the database and the number of queries', async () => {
    const as = await app.createUser({ role: 'moderator' });
    const { headers } = await app.call('listPosts', { as });
    expect(headers.get('server-timing')).toMatch(/^db;dur=[\d.]+;desc="[1-9]\d*", total;dur=[\d.]+$/);
  });

  it('is absent for a request without queries and renders', async () => {
    const { headers } = await app.fetch('/healthz');
    expect(headers.get('server-timing')).toBeNull();
  });

  it('is for staff only, because the number of queries tells a hidden post from an unknown one', async () => {
    const [author, moderator] = [await app.createUser(), await app.createUser({ role: 'moderator' })];
    const { id, slug } = await app.createPost(author);
    await app.call('hidePost', { as: moderator, params: { id }, body: { reason: 'Реклама' } });
    const timingOf = async (path: string, as?: TestUser) => {
      const { status, headers } = await app.fetch(path, {
        headers: as ? { authorization: `Bearer ${as.access}` } : {},
      });
      return [status, headers.has('server-timing')];
    };
    const reader = await app.createUser();
    for (const name of [slug, 'unknown']) {
      for (const as of [undefined, reader])
        expect(await timingOf(`/api/v1/posts/${name}/`, as)).toEqual([404, false]);
      expect(await timingOf(`/posts/${name}/oembed.json`)).toEqual([404, false]);
    }
    expect(await timingOf(`/api/v1/posts/${slug}/`, author)).toEqual([200, false]);
    expect(await timingOf(`/api/v1/posts/${slug}/`, moderator)).toEqual([200, true]);
  });

  it('counts the queries of concurrent requests separately', async () => {
    const [anna, boris, vera] = await Promise.all([1, 2, 3].map(() => app.createUser({ role: 'moderator' })));
    const searching = app.call('listPosts', { as: boris, query: { search: 'слово' } });
    const listing = [app.call('listPosts', { as: anna }), app.call('listPosts', { as: vera })];
    const [search, first, second] = (await Promise.all([searching, ...listing])).map(
      ({ headers }) => /desc="(\d+)"/.exec(headers.get('server-timing') ?? '')?.[1],
    );
    expect(first).toBe(second);
    expect(Number(search)).toBeGreaterThan(Number(first));
  });
});
