import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTemporaryPostgres } from '#server/platform/db/embedded/start-temporary-postgres.ts';
import { createReadinessProbe } from '#server/platform/db/readiness.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

/** What becomes of requests when the parts we stand on are slow or gone. */
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ withPages: true });
});
afterAll(() => app.stop());

describe('a slow database', () => {
  it('gives up on the statement before the client gives up on us, and the connection is free again', async () => {
    await expect(sql`select pg_sleep(60)`.execute(app.db)).rejects.toMatchObject({ code: '57014' });
    expect((await app.call('listPosts')).status).toBe(200);
  });

  it('gives up on a lock: 503, nothing written, and the next attempt succeeds', async () => {
    const user = await app.createUser();
    const post = await app.createPost(user);
    const comment = () => app.call('createComment', { as: user, body: { post: post.id, content: 'Ждём' } });
    const [answer] = await app.db.transaction().execute(async (tx) => {
      await sql`select from posts where id = ${post.id} for update`.execute(tx);
      return [await comment()];
    });
    expect(answer?.status).toBe(503);
    expect((await comment()).status).toBe(201);
    expect((await app.call('getPost', { params: { slug: post.slug } })).body.comments_count).toBe(1);
  });

  it('does not let requests wait for a connection longer than a second', async () => {
    const holders = Array.from({ length: 10 }, () => sql`select pg_sleep(3)`.execute(app.db));
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.call('listPosts')));
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
    expect(answers[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
    await Promise.all(holders);
    expect((await app.call('listPosts')).status).toBe(200);
  });
});

describe('no database', () => {
  it('answers 503 in Russian on API and pages, and heals without a restart', async () => {
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
    expect((await app.call('listPosts')).status).toBe(200);
    expect((await app.fetch('/posts')).status).toBe(200);
  });

  it('is noticed by readiness after two misses, and so is its return', { timeout: 30_000 }, async () => {
    const server = await startTemporaryPostgres({ settings: { fsync: 'off' } });
    const probe = createReadinessProbe(server.appUrl);
    try {
      await expect.poll(() => probe.isReady(), { timeout: 5_000 }).toBe(true);
      await server.stop();
      await expect.poll(() => probe.isReady(), { timeout: 10_000 }).toBe(false);
    } finally {
      await probe.stop();
    }
  });
});
