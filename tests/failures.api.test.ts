import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '#server/platform/db/database.ts';
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start-embedded-postgres.ts';
import { createReadinessProbe } from '#server/platform/db/readiness.ts';
import type { SpaceLevel } from '#server/platform/free-space.ts';
import { silentLog } from '#server/platform/log.ts';
import { withImpatientApp } from '#tests/support/impatient-app.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

/** Requests while dependencies are slow or unavailable. */
let app: TestApp;
let spaceLevel: SpaceLevel = 'enough';
beforeAll(async () => {
  const freeSpace = { level: () => spaceLevel, stop: () => undefined };
  app = await createTestApp({ withPages: true, freeSpace });
});
afterAll(() => app.stop());

const poolSize = 10;

describe('a slow database', () => {
  it('cancels a slow statement before the client times out and frees the connection', () =>
    withImpatientApp(app, { statement: 1_000 }, async (impatient, db) => {
      const slow = Array.from({ length: poolSize }, () =>
        expect(sql`select pg_sleep(3600)`.execute(db)).rejects.toMatchObject({ code: '57014' }),
      );
      await Promise.all(slow);
      // Any statement of a busy machine may take as long.
      await expect.poll(async () => (await impatient.call('listPosts')).status).toBe(200);
    }));

  it('returns 503 after a lock timeout, writes nothing, and allows the next attempt', () =>
    withImpatientApp(app, { lock: 100 }, async (impatient) => {
      const user = await impatient.createUser();
      const post = await impatient.createPost(user);
      const comment = () =>
        impatient.call('createComment', { as: user, body: { post: post.id, content: 'Ждём' } });
      const [response] = await app.db.transaction().execute(async (tx) => {
        await sql`select from posts where id = ${post.id} for update`.execute(tx);
        return [await comment()];
      });
      expect(response?.status).toBe(503);
      expect((await comment()).status).toBe(201);
      expect((await impatient.call('getPost', { params: { slug: post.slug } })).body.comments_count).toBe(1);
    }));

  it('returns 503 if no connection becomes free in time', () =>
    withImpatientApp(app, { connection: 1_000 }, async (impatient, db) => {
      const release = await holdConnections(db);
      const responses = await Promise.all(Array.from({ length: 5 }, () => impatient.call('listPosts')));
      expect(responses.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
      expect(responses[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
      await release();
      expect((await impatient.call('listPosts')).status).toBe(200);
    }));

  /** Holds all connections of the pool until the result is called. */
  async function holdConnections(db: Db): Promise<() => Promise<unknown>> {
    const released = Promise.withResolvers<void>();
    const holders: Array<Promise<void>> = [];
    // One by one, and again after the limit: a busy machine takes long to open them, and longer to open many at once.
    while (holders.length < poolSize) {
      const held = Promise.withResolvers<void>();
      const holder = db.connection().execute(() => {
        held.resolve();
        return released.promise;
      });
      await Promise.race([held.promise, holder]).then(
        () => holders.push(holder),
        () => undefined,
      );
    }
    return () => {
      released.resolve();
      return Promise.all(holders);
    };
  }
});

describe('a failing database', () => {
  /** Runs statements as the owner of the tables. */
  async function asOwner(statements: string): Promise<void> {
    const client = new pg.Client({ connectionString: app.ownerUrl });
    await client.connect();
    await client.query(statements).finally(() => client.end());
  }

  it('returns 507 when its disk is full, and stores nothing', async () => {
    const user = await app.createUser();
    const post = await app.createPost(user);
    await asOwner(`
      create function fail() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger disk_full after insert on comments execute function fail()`);
    const body = { post: post.id, content: 'Не поместится' };
    const response = await app.call('createComment', { as: user, body });
    await asOwner('drop trigger disk_full on comments; drop function fail');
    expect([response.status, response.body.detail]).toEqual([
      507,
      expect.stringContaining('закончилось место'),
    ]);
    expect((await app.call('createComment', { as: user, body })).status).toBe(201);
    expect((await app.call('getPost', { params: { slug: post.slug } })).body.comments_count).toBe(1);
  });

  it('returns 500 without details for an unexpected error', async () => {
    await asOwner('alter table categories rename to lost');
    const { status, body } = await app.call('listCategories');
    await asOwner('alter table lost rename to categories');
    expect([status, body]).toEqual([500, { detail: 'Внутренняя ошибка сервера. Попробуйте позже.' }]);
    expect((await app.call('listCategories')).status).toBe(200);
  });
});

describe('a disk that is almost full', () => {
  afterEach(() => {
    spaceLevel = 'enough';
  });
  async function prepare() {
    const user = await app.createUser();
    const post = await app.createPost(user);
    const comment = (await app.call('createComment', { as: user, body: { post: post.id, content: 'Да' } }))
      .body;
    const write = () => app.call('createComment', { as: user, body: { post: post.id, content: 'Нет' } });
    const deletion = () => app.call('deleteComment', { as: user, params: { id: comment.id } });
    const login = { email: user.user.email, password: user.password };
    // A GET that may record a payment.
    const payment = () => app.call('getPaymentStatus', { as: user, params: { id: 1 } });
    return { user, post, write, deletion, payment, logIn: () => app.call('login', { body: login }) };
  }

  it('refuses writes in Russian, and serves pages, sessions and what stores nothing', async () => {
    const { user, post, write, deletion, payment, logIn } = await prepare();
    spaceLevel = 'low';
    const { status, body } = await write();
    expect([status, body]).toEqual([
      507,
      { detail: 'На сервере закончилось место. Ничего не сохранено, попробуйте позже.' },
    ]);
    const stored = await app.call('getPost', { params: { slug: post.slug } });
    expect(stored.body.comments_count).toBe(1);
    expect((await app.fetch(`/posts/${post.slug}`)).status).toBe(200);
    expect((await app.call('previewPost', { as: user, body: { content: 'Да' } })).status).toBe(200);
    expect((await deletion()).status).toBe(204);
    expect((await logIn()).status).toBe(200);
    expect((await payment()).status).toBe(404);
    expect((await app.call('logout', { as: user, body: {} })).status).toBe(200);
    expect(await app.metrics.text()).toContain('writes_refused_for_space 1');
  });

  it('says that a read-only disk stores nothing, and serves pages', async () => {
    const { post, write, deletion, logIn } = await prepare();
    spaceLevel = 'read-only';
    const refused = [await write(), await deletion(), await logIn()];
    expect(refused.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(refused[0]?.body.detail).toContain('Ничего не сохранено');
    expect((await app.fetch(`/posts/${post.slug}`)).status).toBe(200);
  });

  it('writes nothing at all near the end, and everything again when there is room', async () => {
    const { post, write, deletion, payment, logIn } = await prepare();
    spaceLevel = 'none';
    const refused = [await write(), await deletion(), await payment(), await logIn()];
    expect(refused.map(({ status }) => status)).toEqual([507, 507, 507, 507]);
    expect((await app.fetch(`/posts/${post.slug}`)).status).toBe(200);
    spaceLevel = 'enough';
    expect([(await write()).status, (await deletion()).status, (await logIn()).status]).toEqual([
      201, 204, 200,
    ]);
  });
});

describe('clients that disconnect', () => {
  const port = () => Number(new URL(app.origin).port);
  const login = 'POST /api/v1/auth/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

  /** Sends `count` requests on separate connections and closes all of them. */
  async function sendAndDisconnect(count: number, request: string): Promise<void> {
    const sockets = Array.from({ length: count }, () => connect(port(), 'localhost'));
    await Promise.all(sockets.map((socket) => new Promise((done) => socket.once('connect', done))));
    let received = 0;
    const countReceived = () => {
      received += 1;
    };
    app.http.server.on('request', countReceived);
    for (const socket of sockets) socket.write(request);
    await expect.poll(() => received, { interval: 5 }).toBe(count);
    app.http.server.off('request', countReceived);
    for (const socket of sockets) socket.destroy();
  }

  it.each([
    ['in the middle of a body', `${login}Content-Length: 500\r\n\r\n{"email"`],
    ['during a search', 'GET /api/v1/posts/?search=%D0%BC%D0%BE%D1%81%D1%82 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['during page rendering', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('do not occupy capacity if they disconnect %s', async (_, request) => {
    for (let round = 0; round < 4; round += 1) await sendAndDisconnect(60, request);
    const body = { email: 'nobody@example.com', password: 'wrong password' };
    await expect.poll(async () => (await app.call('login', { body })).status).toBe(400);
    await expect
      .poll(async () => (await app.call('listPosts', { query: { search: 'мост' } })).status)
      .toBe(200);
    await expect.poll(async () => (await app.fetch('/')).status).toBe(200);
  });

  it('do not block others while they send slowly', async () => {
    const slow = Array.from({ length: 120 }, () => connect(port(), 'localhost'));
    await Promise.all(slow.map((socket) => new Promise((done) => socket.once('connect', done))));
    for (const socket of slow) socket.write(`${login}Content-Length: 500\r\n\r\n{"email"`);
    const body = { email: 'nobody@example.com', password: 'wrong password' };
    expect((await app.call('login', { body })).status).toBe(400);
    for (const socket of slow) socket.destroy();
  });
});

describe('an unavailable database', () => {
  it('causes 503 in Russian on API and pages until it is back, without a restart', async () => {
    const name = new URL(app.databaseUrl).pathname.slice(1);
    await sql`select 1`.execute(app.db);
    await app.asSuperuser(`alter database ${name} allow_connections false`);
    await app.asSuperuser(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    const api = await app.call('listPosts');
    expect([api.status, api.body.detail]).toEqual([
      503,
      'Сервис временно недоступен. Попробуйте через несколько секунд.',
    ]);
    const page = await app.fetch('/posts');
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, expect.any(String)]);
    expect(page.body).toContain('<html lang="ru"');
    expect((await app.fetch('/healthz')).status).toBe(200);
    await app.asSuperuser(`alter database ${name} allow_connections true`);
    await expect.poll(async () => (await app.call('listPosts')).status).toBe(200);
    await expect.poll(async () => (await app.fetch('/posts')).status).toBe(200);
  });

  it('makes the readiness probe fail after two failed checks, and recover when it is back', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'news-site-readiness-'));
    chmodSync(dataDir, 0o755);
    const start = () => startEmbeddedPostgres({ dataDir, log: silentLog, settings: { fsync: 'off' } });
    let server = await start();
    const probe = createReadinessProbe({ url: server.appUrl });
    try {
      await server.stop();
      await expect.poll(() => probe.isReady()).toBe(false);
      server = await start();
      await expect.poll(() => probe.isReady()).toBe(true);
    } finally {
      await probe.stop();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
