import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommentDetail } from '#contract/comments.ts';
import { discussionOrders } from '#contract/query.ts';
import { measureQueries } from '#tests/support/query-cost.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { withoutIntervals } from '#tests/support/without-intervals.ts';

let app: TestApp;
let author: TestUser;
let post: { id: number; slug: string };

withoutIntervals();
beforeAll(async () => {
  app = await createTestApp();
  author = await app.createUser();
  post = await app.createPost(author, { title: 'Обсуждаемое' });
});
afterAll(() => app.stop());

const write = async (content: string, parent: number | null = null): Promise<number> =>
  (await app.call('createComment', { as: author, body: { post: post.id, parent, content } })).body.id;
const fetchPage = async (query: Record<string, string | number> = {}, postId = post.id) =>
  (await app.call('listPostComments', { params: { postId }, query })).body;
const flatten = (comments: CommentDetail[]): CommentDetail[] =>
  comments.flatMap((comment) => [comment, ...flatten(comment.replies)]);
const textsOf = ({ comments }: { comments: CommentDetail[] }) => comments.map(({ content }) => content);

describe('the order of a discussion', () => {
  beforeAll(async () => {
    const first = await write('первый');
    const second = await write('второй');
    await write('третий');
    await write('ответ на второй', second);
    await write('ещё ответ на второй', second);
    await write('ответ на первый', first);
  });

  it('is newest first by default and for an unknown value', async () => {
    const newest = ['третий', 'второй', 'первый'];
    expect(textsOf(await fetchPage())).toEqual(newest);
    expect(textsOf(await fetchPage({ order: 'newest' }))).toEqual(newest);
    expect(textsOf(await fetchPage({ order: 'случайный' }))).toEqual(newest);
  });

  it('may be oldest first or most replies first', async () => {
    expect(textsOf(await fetchPage({ order: 'oldest' }))).toEqual(['первый', 'второй', 'третий']);
    const { comments } = await fetchPage({ order: 'discussed' });
    expect(textsOf({ comments })).toEqual(['второй', 'первый', 'третий']);
    expect(textsOf({ comments: comments[0].replies })).toEqual(['ответ на второй', 'ещё ответ на второй']);
  });

  it('leaves out a deleted comment without replies and keeps one with replies', async () => {
    const gone = await write('исчезнет');
    const kept = await write('останется место');
    await write('ответ на удалённый', kept);
    for (const id of [gone, kept]) await app.call('deleteComment', { as: author, params: { id } });
    const expected = ['[Комментарий удалён]', 'второй', 'первый', 'третий'];
    for (const order of discussionOrders)
      expect(textsOf(await fetchPage({ order })).sort()).toEqual([...expected].sort());
  });
});

describe('the pages of each order of a long discussion', () => {
  const threads = 1_500;
  const longThread = 3_000;
  let long: { id: number };

  beforeAll(async () => {
    long = await app.createPost(author, { title: 'Длинное обсуждение' });
    // Threads with 0 to 4 replies each, and one thread with thousands.
    const first = 1_000_000;
    const insert = (values: ReturnType<typeof sql>) =>
      sql`
      insert into comments (id, post_id, author_id, parent_id, depth, content, created_at, updated_at)
      overriding system value ${values}`.execute(app.db);
    const times = sql`'Слово', timestamptz '2026-11-01' + n * interval '1 second', timestamptz '2026-11-01'`;
    await insert(sql`select ${first}::bigint + n * 10, ${long.id}, ${author.user.id}, null::bigint, 0, ${times}
      from generate_series(1, ${threads}) as n`);
    await insert(sql`select ${first}::bigint + n * 10 + r, ${long.id}, ${author.user.id}, ${first}::bigint + n * 10, 1,
      ${times} from generate_series(1, ${threads}) as n, generate_series(1, 4) as r where r <= n % 5`);
    await insert(sql`select ${first}::bigint + 100000 + n, ${long.id}, ${author.user.id}, ${first}::bigint + 7000, 1,
      ${times} from generate_series(1, ${longThread}) as n`);
    await sql`update comments as c set replies_count = (select count(*) from comments as r where r.parent_id = c.id)
      where post_id = ${long.id}`.execute(app.db);
    await sql`update posts set comments_count = (select count(*) from comments where post_id = ${long.id})
      where id = ${long.id}`.execute(app.db);
    const owner = new pg.Client({ connectionString: app.ownerUrl });
    await owner.connect();
    await owner.query('analyze comments');
    await owner.end();
  });

  it.each(discussionOrders)('lead to every comment once: %s', async (order) => {
    const threadIds: number[] = [];
    const seen: number[] = [];
    let after: number | null = null;
    do {
      const page: { comments: CommentDetail[]; next_after: number | null } = await fetchPage(
        { order, limit: 700, ...(after !== null && { after }) },
        long.id,
      );
      for (const { id } of page.comments) if (threadIds.at(-1) !== id) threadIds.push(id);
      seen.push(...flatten(page.comments).map(({ id }) => id));
      after = page.next_after;
    } while (after !== null);
    expect(new Set(seen).size).toBe(threads + threads * 2 + longThread);
    expect(new Set(threadIds).size).toBe(threads);
    expect(threadIds).toHaveLength(threads);
  });

  it.each(discussionOrders)('read no more than they show, whatever the size: %s', async (order) => {
    const { comments } = await fetchPage({ order }, long.id);
    const positions: Array<Record<string, number>> = [
      {},
      { after: flatten(comments).at(-20)?.id ?? 0 },
      { from: 1_000_000 + 103_000 },
    ];
    for (const query of positions) {
      const options = { params: { postId: long.id }, query: { order, limit: 100, ...query } };
      await app.call('listPostComments', options);
      const queries = await app.recordQueries(async () => {
        expect((await app.call('listPostComments', options)).status).toBe(200);
      });
      const { scanned, rows } = await measureQueries(app.db, queries);
      expect(scanned).toEqual([]);
      expect(rows).toBeLessThan(1_000);
    }
  });
});
