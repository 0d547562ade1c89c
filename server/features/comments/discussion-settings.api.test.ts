import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { countWaitingQueries } from '#tests/support/waiting-queries.ts';

let app: TestApp;
const now = new Date();
let author: TestUser;
let reader: TestUser;
let moderator: TestUser;
let post: { id: number; slug: string };

beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now }, env: { COMMENTS_CLOSE_AFTER_DAYS: '30' } });
  [author, reader] = [await app.createUser(), await app.createUser()];
  moderator = await app.createUser({ role: 'moderator' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  post = await app.createPost(author);
});

const comment = (as: TestUser, parent: number | null = null) =>
  app.call('createComment', { as, body: { post: post.id, parent, content: 'Слово' } });
const change = (as: TestUser, body: object) =>
  app.call('updateDiscussion', { as, params: { postId: post.id }, body });
const listed = async () => (await app.call('listPostComments', { params: { postId: post.id } })).body;
/** Moves the publication into the past. */
const publishDaysAgo = (days: number) =>
  app.db
    .updateTable('posts')
    .set({ created_at: new Date(now.getTime() - days * 86_400_000) })
    .where('id', '=', post.id)
    .execute();

describe('a closed discussion', () => {
  it('closed by moderators refuses comments and replies, keeps the old ones and lets their authors change them', async () => {
    const { id } = (await comment(reader)).body;
    expect((await change(moderator, { locked: true })).body).toMatchObject({
      closed: 'moderators',
      locked: true,
    });
    const refused = { post: ['Модераторы закрыли это обсуждение.'] };
    for (const parent of [null, id])
      expect(await comment(reader, parent)).toMatchObject({ status: 400, body: refused });
    expect(await comment(author)).toMatchObject({ status: 400, body: refused });
    expect((await listed()).comments).toHaveLength(1);
    const edit = { as: reader, params: { id }, body: { content: 'Иначе' } };
    expect((await app.call('updateComment', edit)).status).toBe(200);
    expect((await app.call('deleteComment', { as: reader, params: { id } })).status).toBe(204);
    // Only moderators open it again.
    expect((await change(author, { locked: false })).status).toBe(403);
    expect((await change(moderator, { locked: false })).body.closed).toBeNull();
    expect((await comment(reader)).status).toBe(201);
  });

  it('closed by the author says so', async () => {
    await app.call('updatePost', {
      as: author,
      params: { slug: post.slug },
      body: { comments_enabled: false },
    });
    expect((await listed()).settings.closed).toBe('author');
    expect(await comment(reader)).toMatchObject({
      status: 400,
      body: { post: ['Автор закрыл комментарии к этому посту.'] },
    });
  });

  it('closes after the days of the site or of its own, and opens again without them', async () => {
    const before = (await listed()).settings;
    expect(before.closed).toBeNull();
    expect(Date.parse(before.closes_at)).toBe(now.getTime() + 30 * 86_400_000);
    await publishDaysAgo(31);
    expect(await comment(reader)).toMatchObject({
      status: 400,
      body: { post: ['Обсуждение закрыто: срок для новых комментариев прошёл.'] },
    });
    expect((await change(author, { close_after_days: 0 })).body).toMatchObject({
      closed: null,
      closes_at: null,
    });
    expect((await comment(reader)).status).toBe(201);
    expect((await change(author, { close_after_days: 7 })).body.closed).toBe('time');
    expect((await comment(reader)).status).toBe(400);
    expect((await change(author, { close_after_days: null })).body.closed).toBe('time');
  });

  it('refuses wrong values, other users and unknown posts', async () => {
    for (const body of [{ close_after_days: 3_651 }, { close_after_days: -1 }, { slow_mode_seconds: 3_601 }])
      expect((await change(author, body)).status).toBe(400);
    expect((await change(reader, { slow_mode_seconds: 30 })).status).toBe(403);
    for (const postId of ['999999', 'x'])
      expect((await app.call('updateDiscussion', { as: author, params: { postId }, body: {} })).status).toBe(
        404,
      );
  });

  it('records in the audit log what moderators change', async () => {
    await change(author, { slow_mode_seconds: 60 });
    await change(moderator, { locked: true, slow_mode_seconds: 30 });
    const entries = await app.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .where('target_kind', '=', 'post')
      .where('target_id', '=', post.id)
      .execute();
    expect(entries).toEqual([
      {
        action: 'discussion.change',
        before: { locked: false, slow_mode_seconds: 60 },
        after: { locked: true, slow_mode_seconds: 30 },
      },
    ]);
  });
});

describe('slow mode', () => {
  it('says when the next comment may come, and does not concern the author and the staff', async () => {
    await change(author, { slow_mode_seconds: 300 });
    const first = await comment(reader);
    expect(first.status).toBe(201);
    const refused = await comment(reader, first.body.id);
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'slow_mode', detail: expect.stringMatching(/можно отправить через \d+\s(секунд|минут)/) },
    });
    expect(refused.body.retry_after).toBe(300);
    expect(refused.headers.get('retry-after')).toBe(String(refused.body.retry_after));
    // A deleted comment counts.
    await app.call('deleteComment', { as: reader, params: { id: first.body.id } });
    expect((await comment(reader)).status).toBe(429);
    for (const as of [author, author, moderator, moderator]) expect((await comment(as)).status).toBe(201);
    await app.db
      .updateTable('comments')
      .set({ created_at: new Date(now.getTime() - 300_000) })
      .where('author_id', '=', reader.user.id)
      .where('post_id', '=', post.id)
      .execute();
    expect((await comment(reader)).status).toBe(201);
    const other = await app.createPost(author);
    const elsewhere = { post: other.id, content: 'Слово' };
    expect((await app.call('createComment', { as: reader, body: elsewhere })).status).toBe(201);
  });

  it('lets one of many concurrent comments pass', async () => {
    await change(author, { slow_mode_seconds: 300 });
    const requests = await app.db.transaction().execute(async (tx) => {
      // The comments can read, but not be counted, so that none is stored before several have begun.
      await tx.selectFrom('posts').select('id').where('id', '=', post.id).forNoKeyUpdate().execute();
      const sent = Array.from({ length: 4 }, () => comment(reader));
      await expect.poll(() => countWaitingQueries(app.db)).toBeGreaterThan(1);
      return { sent };
    });
    const statuses = (await Promise.all(requests.sent)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 429, 429, 429]);
    expect((await listed()).comments_count).toBe(1);
  });
});
