import { Validator } from '@seriousme/openapi-schema-validator';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Endpoint, isWrite, listStatuses } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import type { EndpointId } from '#contract/paths.ts';
import { bodyTooSlow, storageFull, unavailable } from '#server/platform/errors.ts';
import { createReadCalls, type ReadId } from '#tests/support/read-calls.ts';
import { type CallOptions, createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** Behaviour that all operations share, tested for each of them. */
const all = Object.values<Endpoint>(endpoints);
const withToken = all.filter(({ auth }) => auth !== 'ignored');
const writes = all.filter(({ method }) => method !== 'GET');
const params = { slug: 'x', version: '1', id: '1', postId: '1', username: 'nobody', provider: 'x' };

let app: TestApp;
let staff: TestUser;
let reads: [ReadId, CallOptions][];
let injectedError: (() => Error) | undefined;

beforeAll(async () => {
  app = await createTestApp({
    admission: {
      run: async (_kind, work) => {
        if (injectedError) throw injectedError();
        return work();
      },
    },
  });
  staff = await app.createUser({ role: 'administrator' });
  reads = Object.entries(await createReadCalls(app, staff)) as [ReadId, CallOptions][];
});
afterAll(() => app.stop());

const call = (
  endpoint: Endpoint,
  options: { as?: TestUser; headers?: Record<string, string>; body?: unknown } = {},
) => app.call(endpoint.id, { params, ...options });
async function callWithError(endpoint: Endpoint, error: () => Error) {
  injectedError = error;
  try {
    return await app.call(endpoint.id, { params, as: staff, isInjected: true });
  } finally {
    injectedError = undefined;
  }
}
const withIds = (list: Endpoint[]) =>
  list.map((endpoint) => [endpoint.id, endpoint] as [EndpointId, Endpoint]);

describe.each(withIds(all))('%s', (_, endpoint) => {
  it('returns 503 with Retry-After when the server is overloaded', async () => {
    const { status, headers, body } = await callWithError(endpoint, unavailable);
    expect(status).toBe(503);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(body.detail).toMatch(/[а-я]/);
  });

  it('returns 500 without internal details for an unexpected error', async () => {
    const { status, body } = await callWithError(endpoint, () => new Error('select secret from accounts'));
    expect(status).toBe(500);
    expect(body).toEqual({ detail: 'Внутренняя ошибка сервера. Попробуйте позже.' });
  });

  it('sends a request id and the security headers', async () => {
    const { headers } = await call(endpoint);
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('permissions-policy')).toContain('camera=()');
  });
});

describe.each(withIds(withToken))('%s', (_, endpoint) => {
  it('returns 401 for an invalid token, on public operations too', async () => {
    const { status, headers, body } = await call(endpoint, { headers: { authorization: 'Bearer nonsense' } });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(body.code).toBe('token_not_valid');
  });
});

it.each(withIds(writes.filter(isWrite)))('%s returns 507 if the disk is full', async (_, endpoint) => {
  const { status, body } = await callWithError(endpoint, storageFull);
  expect([status, body.detail]).toEqual([507, expect.stringContaining('закончилось место')]);
});

describe.each(withIds(writes))('%s', (_, endpoint) => {
  it('returns 408 if the body arrives too slowly', async () => {
    const { status, body } = await callWithError(endpoint, bodyTooSlow);
    expect([status, body.detail]).toEqual([408, expect.stringContaining('слишком долго')]);
  });

  /** Operations on something that the caller may have, without an id. */
  const callerObjects: ReadonlySet<string> = new Set([
    'cancelAccountDeletion',
    'cancelEmailChange',
    'disableTotp',
  ]);
  const json = { 'content-type': 'application/json' };
  it.each([
    ['broken JSON', '{"a":', json, 400],
    ['a list', '[1]', json, 400],
    ['a number', '1e400', json, 400],
    ['10 MB', JSON.stringify({ title: 'x'.repeat(10_000_000) }), json, 413],
    ['another media type', '<a/>', { 'content-type': 'application/xml' }, 415],
  ])('refuses %s', async (name, text, headers, expected) => {
    const { method, path } = endpoint;
    const url = path.replace(/\{(\w+)\}/g, '999999');
    const authorization = `Bearer ${staff.access}`;
    const response = await app.fetch(url, { method, body: text, headers: { ...headers, authorization } });
    // A missing object is reported before errors in the body, and after a wrong media type. A webhook has no object.
    const hasObject =
      (endpoint.params !== undefined && endpoint.id !== 'receiveWebhook') || callerObjects.has(endpoint.id);
    const isMissingFirst =
      hasObject && !endpoint.isMultipartOnly && (name === 'a list' || name === 'a number');
    const refusal = endpoint.isMultipartOnly ? 415 : expected;
    // A link that does not exist has been revoked already.
    if (isMissingFirst && endpoint.id === 'deleteDraftLink') return expect(response.status).toBe(204);
    expect(response.status).toBe(isMissingFirst ? 404 : refusal);
    expect(response.body.detail).toMatch(/[а-я]/);
  });
});

describe('paths', () => {
  it.each(['/api/', '/api/v1/nothing/', '/api/v2/posts/', '/api/v1/auth/'])(
    'return 404 in JSON for %s',
    async (path) => {
      const { status, body } = await app.fetch(path);
      expect([status, body]).toEqual([404, { detail: 'Запрашиваемый ресурс не найден.' }]);
    },
  );

  it('return 405 with Allow for an unsupported method', async () => {
    const { status, headers, body } = await app.fetch('/api/v1/posts/', { method: 'DELETE' });
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET, POST');
    expect(body.detail).toContain('DELETE');
  });

  it('work without the trailing slash', async () => {
    expect((await app.fetch('/api/v1/posts')).status).toBe(200);
    expect((await app.fetch('/api/v1/auth/profile')).status).toBe(401);
  });

  it.each([
    '/api/v1//auth/profile/',
    '/api/v1/auth/%2e%2e/auth/profile/',
    '/api/v1/auth%2Fprofile/',
    '/API/v1/auth/profile/',
    '/api/v1/auth/profile;x/',
    '/api/v1/auth/profile/%00',
  ])('do not let %s bypass authentication', async (path) => {
    expect([401, 404]).toContain((await app.fetch(path)).status);
  });

  it.each(['x-http-method-override', 'x-http-method', 'x-method-override'])(
    'ignore the header %s',
    async (header) => {
      expect((await app.fetch('/api/v1/posts/', { headers: { [header]: 'POST' } })).status).toBe(200);
    },
  );

  it('return 404 for a path that is not valid UTF-8', async () => {
    expect((await app.fetch('/api/v1/posts/%E0%A4%A/')).status).toBe(404);
  });
});

describe('ETag and cache headers', () => {
  it('return 304 for the ETag of an unchanged response', async () => {
    for (const [id, options] of reads) {
      // They contain the current time and differ on every call.
      if (['getPaymentAnalytics', 'getMoneyReport', 'getSiteHealth'].includes(id)) continue;
      const ask = (headers: Record<string, string>) => app.call(id, { as: staff, ...options, headers });
      const first = await ask({});
      const tag = first.headers.get('etag') ?? '';
      expect([id, first.status, tag]).toEqual([id, 200, expect.stringMatching(/^W\/"[\w-]+"$/)]);
      const again = await ask({ 'if-none-match': tag });
      expect([id, again.status, again.body, again.headers.get('etag')]).toEqual([id, 304, null, tag]);
      expect((await ask({ 'if-none-match': 'W/"another"' })).status).toBe(200);
    }
  });

  it('change the ETag when the response changes', async () => {
    const tag = async () => (await app.call('listRecentPosts')).headers.get('etag');
    const before = await tag();
    expect(await tag()).toBe(before);
    const head = await app.fetch('/api/v1/posts/recent/', { method: 'HEAD' });
    expect([head.status, head.headers.get('etag')]).toEqual([200, before]);
    await app.createPost(staff);
    expect(await tag()).not.toBe(before);
  });

  it('forbid caching of personal responses and of writes', async () => {
    const cacheControl = async (id: EndpointId, options: object = {}) =>
      (await app.call(id, { params, ...options })).headers.get('cache-control');
    expect(await cacheControl('listPosts')).toBe('no-cache');
    expect(await cacheControl('listPosts', { as: staff })).toBe('private, no-store');
    expect(await cacheControl('getProfile', { headers: { authorization: 'Bearer nonsense' } })).toBe(
      'private, no-store',
    );
    expect(await cacheControl('login', { body: {} })).toBe('private, no-store');
  });
});

describe('cookies and origins', () => {
  it('never accept a cookie as a credential', async () => {
    const headers = { cookie: `access_token=${staff.access}; refresh_token=${staff.refresh}` };
    expect((await app.call('getProfile', { headers })).status).toBe(401);
    expect((await app.call('createPost', { headers, body: { title: 'a', content: 'b' } })).status).toBe(401);
  });

  it.each([
    ['https://evil.example', null],
    ['http://localhost.evil.example', null],
    ['null', null],
    ['http://localhost:5173', 'http://localhost:5173'],
    ['http://127.0.0.1:5173', 'http://127.0.0.1:5173'],
  ])('allow CORS for %s: %s', async (origin, allowed) => {
    const preflight = await app.fetch('/api/v1/posts/', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe(allowed);
    const failing = await app.call('getProfile', { headers: { origin } });
    expect(failing.headers.get('access-control-allow-origin')).toBe(allowed);
  });

  it.each(['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'x-real-ip', 'x-user-id'])(
    'ignore the header %s',
    async (header) => {
      const list = async (headers: Record<string, string>) => {
        const { body } = await app.call('listPosts', { headers });
        // View counts may be refreshed between two calls.
        return { ...body, results: body.results.map((post: object) => ({ ...post, views_count: null })) };
      };
      expect(await list({ [header]: 'evil.example' })).toEqual(await list({}));
    },
  );
});

it('changes no table by GET requests', async () => {
  const contents = async () => {
    const tables = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname <> 'post_stats' order by 1`.execute(app.db);
    const rows = tables.rows.map(({ name }) =>
      sql<{ sum: string }>`
      select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${sql.table(name)} t`.execute(
        app.db,
      ),
    );
    return (await Promise.all(rows)).map((result) => result.rows[0]?.sum);
  };
  const before = await contents();
  for (const [id, options] of reads)
    expect([id, (await app.call(id, { as: staff, ...options })).status]).toEqual([id, 200]);
  expect(await contents()).toEqual(before);
  expect(before.length).toBeGreaterThan(10);
});

it('lists every operation with its statuses in OpenAPI', async () => {
  const { body } = await app.fetch('/api/v1/openapi.json');
  for (const endpoint of all) {
    const operation = body.paths[endpoint.path][endpoint.method.toLowerCase()];
    expect(Object.keys(operation.responses).map(Number)).toEqual(listStatuses(endpoint));
  }
});

it('serves a valid OpenAPI document and documentation pages without third-party hosts', async () => {
  const { body } = await app.fetch('/api/v1/openapi.json');
  const { valid, errors } = await new Validator().validate(body);
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  const docs = await app.fetch('/api/v1/docs/');
  expect(docs.headers.get('content-security-policy')).toContain("default-src 'self'");
  for (const [, path = ''] of docs.body.matchAll(/(?:src|href)="([^"]+)"/g)) {
    expect(path).toMatch(/^\/api\/v1\/docs\//);
    expect((await app.fetch(path)).status).toBe(200);
  }
  expect((await app.fetch('/api/v1/docs/package.json')).status).toBe(404);
});

it('is alive and ready', async () => {
  expect((await app.fetch('/healthz')).body).toEqual({ status: 'ok' });
  expect((await app.fetch('/readyz')).body).toEqual({ status: 'ready' });
});
