import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommentDetail } from '#contract/comments.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** Lists of comments, and changes and deletion of existing comments. */
let app: TestApp;
let reader: TestUser;
let other: TestUser;
let staff: TestUser;
let post: { id: number; slug: string };
let now = new Date('2026-03-01T09:00:00Z');

beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } });
  reader = await app.createUser();
  other = await app.createUser();
  staff = await app.createUser({ isStaff: true });
  post = await app.createPost(staff, { title: 'Под обсуждением' });
});
afterAll(() => app.stop());

const advanceClock = () => {
  now = new Date(now.getTime() + 1000);
};
const addComment = async (as: TestUser, content: string, rest: object = {}): Promise<CommentDetail> => {
  advanceClock();
  const { status, body } = await app.call('createComment', { as, body: { post: post.id, content, ...rest } });
  expect(status).toBe(201);
  return body;
};
const get = (id: number | string, as?: TestUser) => app.call('getComment', { as, params: { id } });
const remove = (id: number, as?: TestUser) => app.call('deleteComment', { as, params: { id } });
const getContents = (body: { results: CommentDetail[] }) => body.results.map(({ content }) => content);
const getCommentsCount = async (user: TestUser) =>
  (await app.call('getProfile', { as: user })).body.comments_count as number;

describe('lists', () => {
  it('are filtered, searched, ordered and paged', async () => {
    const here = await app.createPost(reader, { title: 'Для списка' });
    const root = await addComment(reader, 'Ёлка зелёная', { post: here.id });
    await addComment(other, 'Ответ про ёлку', { post: here.id, parent: root.id });
    await addComment(other, 'Третий', { post: here.id });
    await addComment(other, 'Не здесь');
    for (const as of [undefined, reader, staff]) {
      const list = async (query: object) =>
        (await app.call('listComments', { as, query: { post: here.id, ...query } })).body;
      expect(getContents(await list({}))).toEqual(['Третий', 'Ответ про ёлку', 'Ёлка зелёная']);
      expect(getContents(await list({ ordering: 'created_at', page_size: 1 }))).toEqual(['Ёлка зелёная']);
      expect(getContents(await list({ ordering: 'nonsense', page_size: 1 }))).toEqual(['Третий']);
      expect(getContents(await list({ author: other.user.id }))).toEqual(['Третий', 'Ответ про ёлку']);
      expect(getContents(await list({ parent: root.id }))).toEqual(['Ответ про ёлку']);
      expect(getContents(await list({ search: 'ЕЛК' }))).toEqual(['Ответ про ёлку', 'Ёлка зелёная']);
      expect(getContents(await list({ search: 'елк, зел' }))).toEqual(['Ёлка зелёная']);
      expect((await list({ search: '%' })).count).toBe(0);
      expect(await list({ page_size: 2, page: 2 })).toMatchObject({
        count: 3,
        next: null,
        previous: `http://localhost:8000/api/v1/comments/?post=${here.id}&page_size=2&page=1`,
      });
    }
    expect((await app.call('listComments', { query: { post: 999_999 } })).body.count).toBe(0);
    expect((await app.call('listComments', { query: { page: 99 } })).status).toBe(404);
    expect((await app.call('listComments', { query: { author: 'me' } })).body).toEqual({
      author: ['Недопустимое значение.'],
    });
  });

  it('contain each comment on exactly one page, with forward and reverse pagination', async () => {
    const { id } = await app.createPost(reader, { title: 'Для страниц' });
    for (let number = 1; number <= 5; number += 1) await addComment(reader, `Номер ${number}`, { post: id });
    for (const as of [undefined, reader, staff])
      for (const ordering of ['created_at', '-created_at', '-updated_at']) {
        const list = async (query: object) =>
          (await app.call('listComments', { as, query: { ordering, ...query } })).body;
        const { count, results } = await list({ page_size: 100 });
        const paged: CommentDetail[] = [];
        for (let page = 1; page <= Math.ceil(count / 2); page += 1)
          paged.push(...(await list({ page, page_size: 2 })).results);
        expect(paged.map((comment) => comment.id)).toEqual(
          results.map((comment: CommentDetail) => comment.id),
        );
      }
  });

  it('are correct at a deep offset, where unpublished posts are excluded by a list of ids', async () => {
    const shown = await app.createPost(reader, { title: 'На виду' });
    const { id } = await addComment(reader, 'Один из многих', { post: shown.id });
    // In two statements because of the statement timeout.
    for (const first of [1, 2_201])
      await sql`insert into comments (post_id, author_id, depth, content, created_at, updated_at)
        select post_id, author_id, depth, content, created_at - n * interval '1 second', updated_at
        from comments, generate_series(${first}::int, ${first + 2_199}::int) n where id = ${id}`.execute(
        app.db,
      );
    // The inserts bypass the counters. A counter is the sum of its partial rows.
    await sql`update post_totals set comments = comments + 4400 where shard = 0`.execute(app.db);
    // The newest comments: for a user who cannot see them, all others move up.
    for (const draft of [await app.createPost(other), await app.createPost(reader)]) {
      await addComment(reader, 'Под черновиком', { post: draft.id });
      await app.call('updatePost', { as: staff, params: { slug: draft.slug }, body: { status: 'draft' } });
    }
    for (const [as, seen] of [
      [undefined, sql`status = 'published'`],
      [reader, sql`(status = 'published' or posts.author_id = ${reader.user.id})`],
      [staff, sql`true`],
    ] as const) {
      const query = { ordering: '-created_at', page: 22, page_size: 100 };
      const { results } = (await app.call('listComments', { as, query })).body;
      const { rows } = await sql<{ id: number }>`
        select comments.id from comments join posts on posts.id = post_id where deleted_at is null and ${seen}
        order by comments.created_at desc, comments.id desc offset 2100 limit 100`.execute(app.db);
      expect(rows).toHaveLength(100);
      expect(results.map((comment: CommentDetail) => comment.id)).toEqual(rows.map((row) => row.id));
    }
    await sql`delete from posts where id = ${shown.id}`.execute(app.db);
    await sql`update post_totals set comments = comments - 4401 where shard = 0`.execute(app.db);
  });

  it('hide the comments of a draft from users who cannot see it', async () => {
    const hidden = await app.createPost(other, { title: 'Уйдёт в стол' });
    const { id } = await addComment(reader, 'Под черновиком', { post: hidden.id });
    await app.call('updatePost', { as: other, params: { slug: hidden.slug }, body: { status: 'draft' } });
    const count = async (as?: TestUser) =>
      (await app.call('listComments', { as, query: { post: hidden.id } })).body.count;
    expect([await count(), await count(reader), await count(other), await count(staff)]).toEqual([
      0, 0, 1, 1,
    ]);
    expect((await get(id)).status).toBe(404);
    for (const as of [reader, other, staff]) expect((await get(id, as)).status).toBe(200);
    expect((await remove(id, reader)).status).toBe(204);
  });

  it('contain the own comments, active or deleted, on any post', async () => {
    const writer = await app.createUser();
    const first = await addComment(writer, 'Раз');
    const second = await addComment(writer, 'Два', { parent: first.id });
    const deleted = await addComment(writer, 'Стёрто');
    await remove(deleted.id, writer);
    const own = async (query: object = {}) =>
      (await app.call('listMyComments', { as: writer, query: { ...query } })).body;
    expect(getContents(await own())).toEqual(['Два', 'Раз']);
    expect((await own()).results[0]).toMatchObject({ post_slug: post.slug, post_title: 'Под обсуждением' });
    expect(getContents(await own({ is_active: 'true', ordering: 'created_at' }))).toEqual(['Раз', 'Два']);
    expect((await own({ is_active: 'false' })).results).toMatchObject([{ id: deleted.id, is_active: false }]);
    expect(getContents(await own({ parent: first.id, post: post.id }))).toEqual(['Два']);
    expect((await app.call('listMyComments', { as: writer, query: { is_active: 'x' } })).status).toBe(400);
    expect((await app.call('listMyComments', { as: writer, query: { page: 9 } })).status).toBe(404);
    const alias = await app.fetch('/api/v1/comments/my_comments', {
      headers: { authorization: `Bearer ${writer.access}` },
    });
    expect(alias.body).toEqual(await own());
    expect((await app.fetch('/api/v1/comments/my_comments/')).status).toBe(401);
    expect((await app.call('listMyComments', { as: staff })).status).toBe(200);
    expect((await get(second.id)).body.parent).toBe(first.id);
  });
});

describe('one comment', () => {
  it('includes all its replies', async () => {
    const root = await addComment(reader, 'Корень');
    const first = await addComment(other, 'Первый', { parent: root.id });
    await addComment(staff, 'Внук', { parent: first.id });
    await addComment(other, 'Второй', { parent: root.id });
    for (const as of [undefined, reader, staff]) {
      const { body } = await get(root.id, as);
      expect(body.replies.map((reply: CommentDetail) => [reply.content, reply.replies.length])).toEqual([
        ['Первый', 1],
        ['Второй', 0],
      ]);
    }
    for (const missing of ['0', 'x', '999999', '99999999999999999999'])
      expect((await get(missing)).status).toBe(404);
  });
});

describe('change', () => {
  it('is allowed for the author and staff and returns the whole comment', async () => {
    const root = await addComment(reader, 'Опечтка');
    await addComment(other, 'Вижу', { parent: root.id });
    advanceClock();
    const change = (as: TestUser | undefined, body: object, id: number | string = root.id) =>
      app.call('updateComment', { as, params: { id }, body });
    const { status, body } = await change(reader, { content: ' Опечатка ', post: 1, parent: 1 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: root.id,
      content: 'Опечатка',
      parent: null,
      created_at: root.created_at,
    });
    expect(body.updated_at > body.created_at).toBe(true);
    expect(body.replies).toHaveLength(1);
    expect((await change(reader, {})).body).toEqual(body);
    expect((await change(staff, { content: 'Правка' })).body.content).toBe('Правка');
    expect((await change(reader, { content: ' ' })).body).toEqual({
      content: ['Комментарий не может быть пустым'],
    });
    expect((await change(undefined, { content: 'x' })).status).toBe(401);
    expect((await change(other, { content: '' })).status).toBe(403);
    expect((await change(reader, {}, 999_999)).status).toBe(404);
    const put = (as: TestUser, content?: string) =>
      app.call('replaceComment', { as, params: { id: root.id }, body: { content } });
    expect((await put(reader, 'Заново')).body.content).toBe('Заново');
    expect((await put(staff, 'И ещё')).status).toBe(200);
    expect((await put(reader)).status).toBe(400);
    expect((await put(other, 'Чужое')).status).toBe(403);
    await app.db
      .updateTable('accounts')
      .set({ is_superuser: true })
      .where('id', '=', other.user.id)
      .execute();
    expect((await put(other, 'Чужое')).status).toBe(403);
    await app.db
      .updateTable('accounts')
      .set({ is_superuser: false })
      .where('id', '=', other.user.id)
      .execute();
  });
});

describe('delete', () => {
  it('removes a comment from lists and counters and keeps a tombstone above active replies', async () => {
    const { id } = await app.createPost(staff, { title: 'Счётчики' });
    const before = await getCommentsCount(reader);
    const root = await addComment(reader, 'Корень', { post: id });
    const reply = await addComment(other, 'Ответ', { post: id, parent: root.id });
    expect((await remove(root.id)).status).toBe(401);
    expect((await remove(root.id, other)).status).toBe(403);
    expect((await remove(root.id, reader)).status).toBe(204);
    expect((await remove(root.id, reader)).status).toBe(404);
    expect((await get(root.id, reader)).status).toBe(404);
    expect((await get(root.id, staff)).status).toBe(404);
    expect(await getCommentsCount(reader)).toBe(before);
    const tree = (await app.call('listPostComments', { params: { postId: id } })).body;
    expect(tree).toMatchObject({
      comments_count: 1,
      comments: [{ is_active: false, author: null, replies: [{ id: reply.id }] }],
    });
    expect(JSON.stringify(tree)).not.toContain('Корень');
    expect((await app.call('updateComment', { as: reader, params: { id: root.id }, body: {} })).status).toBe(
      404,
    );
    expect((await remove(reply.id, staff)).status).toBe(204);
    expect((await app.call('listPostComments', { params: { postId: id } })).body).toMatchObject({
      comments: [],
      comments_count: 0,
    });
  });

  it('updates the counter of the parent and is allowed for a superuser', async () => {
    const root = await addComment(reader, 'Корень');
    const reply = await addComment(other, 'Ответ', { parent: root.id });
    expect((await get(root.id)).body.replies_count).toBe(1);
    const superuser = await app.createUser();
    await app.db
      .updateTable('accounts')
      .set({ is_superuser: true })
      .where('id', '=', superuser.user.id)
      .execute();
    expect((await remove(reply.id, superuser)).status).toBe(204);
    expect((await get(root.id)).body).toMatchObject({ replies_count: 0, replies: [] });
  });

  it('changes the counters once for concurrent deletions', async () => {
    const { id } = await app.createPost(staff, { title: 'Гонка удалений' });
    await addComment(other, 'Останется', { post: id });
    const target = await addComment(reader, 'Уйдёт', { post: id });
    const before = await getCommentsCount(reader);
    const requestCount = 6;
    const countWaiting = async () =>
      (
        await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
      ).rows[0]?.count;
    // All requests have read the active comment before the first one gets the lock.
    const responses = await app.db.transaction().execute(async (tx) => {
      await tx.selectFrom('posts').select('id').where('id', '=', id).forUpdate().execute();
      const sent = Array.from({ length: requestCount }, () => remove(target.id, staff));
      await expect.poll(countWaiting).toBe(requestCount);
      return sent;
    });
    const statuses = (await Promise.all(responses)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([204, ...Array(requestCount - 1).fill(404)]);
    expect((await app.call('listPostComments', { params: { postId: id } })).body.comments_count).toBe(1);
    expect(await getCommentsCount(reader)).toBe(before - 1);
  });
});
