import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CommentDetail } from '#contract/comments.ts';
import { discussionPartMaxLength } from '#contract/query.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let author: TestUser;
let post: { id: number; slug: string };
/** Far beyond the ids that the sequence has assigned. */
let firstId = 1_000_000;

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  author = await app.createUser();
});
afterAll(() => app.stop());
beforeEach(async () => {
  post = await app.createPost(author, { title: 'Обсуждаемое' });
});

/** Inserts comments a second apart; every `threadLength`th begins a thread, others reply to it or the previous one. */
async function insertComments(count: number, { threadLength = 1, text = 'Слово' } = {}): Promise<void> {
  firstId += 100_000;
  const first = firstId;
  await sql`
    insert into comments (id, post_id, author_id, parent_id, depth, content, created_at, updated_at)
    overriding system value
    select ${first}::bigint + n, ${post.id}, ${author.user.id},
      case when n % ${threadLength} = 0 then null
        when n % 3 = 0 or n % ${threadLength} = 1 then ${first}::bigint + n - n % ${threadLength}
        else ${first}::bigint + n - 1 end,
      least(n % ${threadLength}, 2), ${text}, timestamptz '2026-11-01' + n * interval '1 second',
      timestamptz '2026-11-01' + n * interval '1 second'
    from generate_series(0, ${count - 1}) as n order by n`.execute(app.db);
  await sql`
    update comments as c set replies_count =
      (select count(*) from comments as r where r.parent_id = c.id) where post_id = ${post.id}`.execute(
    app.db,
  );
  await sql`update posts set comments_count = ${count} where id = ${post.id}`.execute(app.db);
}

const flatten = (comments: CommentDetail[]): CommentDetail[] =>
  comments.flatMap((comment) => [comment, ...flatten(comment.replies)]);
const fetchPage = async (query: Record<string, string | number> = {}) =>
  (await app.call('listPostComments', { params: { postId: post.id }, query })).body;
const countBytes = (comments: CommentDetail[]) =>
  flatten(comments).reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);

/** Reads every page and returns the number of different comments and of pages. */
async function readAllPages(limit?: number) {
  const seen = new Set<number>();
  let pageCount = 0;
  let after: number | null = null;
  do {
    const query: Record<string, number> = { ...(limit && { limit }), ...(after && { after }) };
    const { comments, next_after: next } = await fetchPage(query);
    for (const { id } of flatten(comments)) seen.add(id);
    pageCount += 1;
    after = next;
  } while (after !== null);
  return { seen: seen.size, pageCount };
}

describe('the discussion of a post', () => {
  it('is returned completely if it fits on one page', async () => {
    await insertComments(300, { threadLength: 10 });
    const { comments, next_after: next, comments_count: count } = await fetchPage();
    expect([flatten(comments).length, next, count]).toEqual([300, null, 300]);
    const times = comments.map(({ created_at: at }: CommentDetail) => at);
    expect(times).toEqual([...times].sort().reverse());
    for (const { id, replies } of flatten(comments))
      expect(replies.every(({ parent }) => parent === id)).toBe(true);
  });

  it.each([1, 7, 1_300])(
    'has a limit per page and leads to every comment, in threads of %i',
    async (threadLength) => {
      await insertComments(1_300, { threadLength });
      const { comments, next_after: next, comments_count: count } = await fetchPage();
      expect([flatten(comments).length, count]).toEqual([discussionPartMaxLength, 1_300]);
      expect(next).toBeGreaterThan(0);
      expect(await readAllPages()).toEqual({ seen: 1_300, pageCount: 2 });
      expect(await readAllPages(400)).toEqual({ seen: 1_300, pageCount: 4 });
    },
  );

  it('has a limit in bytes per page and leads to every comment', async () => {
    await insertComments(150, { threadLength: 5, text: 'ы'.repeat(10_000) });
    const { comments, next_after: next } = await fetchPage();
    expect(countBytes(comments)).toBeLessThanOrEqual(discussionPartMaxLength * 1_024);
    expect(flatten(comments).length).toBe(51);
    expect(next).not.toBeNull();
    expect((await readAllPages()).seen).toBe(150);
    // A page contains at least one comment, whatever its size.
    expect(flatten((await fetchPage({ limit: 1 })).comments)).toHaveLength(1);
  });

  it('begins with the requested comment, under the first comment of its thread', async () => {
    await insertComments(1_300, { threadLength: 1_300 });
    const [root] = (await fetchPage()).comments;
    const requestedId = root.id + 1_200;
    const { comments, next_after: next } = await fetchPage({ from: requestedId, limit: 50 });
    const ids = flatten(comments).map(({ id }) => id);
    expect(comments.map(({ id }: CommentDetail) => id)).toEqual([root.id]);
    expect(ids).toContain(requestedId);
    expect(ids.length).toBeLessThanOrEqual(52);
    expect(next).toBe(requestedId + 49);
  });

  it('leaves out deleted comments without replies', async () => {
    await insertComments(500);
    await sql`update comments set deleted_at = now() where post_id = ${post.id} and id % 5 <> 0`.execute(
      app.db,
    );
    const { comments, next_after: next } = await fetchPage({ limit: 100 });
    expect([comments.length, next]).toEqual([100, null]);
  });

  it('starts at the beginning for an unknown comment and refuses an invalid id', async () => {
    await insertComments(20);
    const whole = await fetchPage();
    const invalidQueries: Array<Record<string, string | number>> = [
      { after: 999_999_999 },
      { from: 999_999_999 },
      { limit: 'x' },
      { limit: 5_000 },
    ];
    for (const query of invalidQueries) expect(await fetchPage(query)).toEqual(whole);
    for (const field of ['after', 'from']) {
      const { status, body } = await app.call('listPostComments', {
        params: { postId: post.id },
        query: { [field]: 'x' },
      });
      expect([status, Object.keys(body)]).toEqual([400, [field]]);
    }
  });
});

describe('the replies of a comment', () => {
  it('have the same limit, in order, and lead to the rest', async () => {
    await insertComments(1_201, { threadLength: 1_201 });
    await sql`update comments set parent_id = thread_id where post_id = ${post.id} and id <> thread_id`.execute(
      app.db,
    );
    await sql`update comments set replies_count = 1200 where post_id = ${post.id} and id = thread_id`.execute(
      app.db,
    );
    const id = (await fetchPage({ limit: 1 })).comments[0].id;
    const replies = async (query: Record<string, string | number>) =>
      (await app.call('listReplies', { params: { id }, query })).body;
    const first = await replies({});
    expect([first.replies.length, first.replies_count]).toEqual([discussionPartMaxLength, 1_200]);
    const rest = await replies({ after: first.next_after });
    expect([rest.replies.length, rest.next_after]).toEqual([200, null]);
    expect(rest.replies[0].id).toBe(first.next_after + 1);
    expect((await replies({ limit: 5 })).replies).toEqual(first.replies.slice(0, 5));
    expect((await app.call('listReplies', { params: { id }, query: { after: 'x' } })).status).toBe(400);
  });

  it('of all levels below one comment have the same limit', async () => {
    await insertComments(1_300, { threadLength: 1_300 });
    const id = (await fetchPage({ limit: 1 })).comments[0].id;
    const { body } = await app.call('getComment', { params: { id } });
    expect(flatten([body])).toHaveLength(discussionPartMaxLength);
    post = await app.createPost(author, { title: 'С длинными ответами' });
    await insertComments(120, { threadLength: 120, text: 'ы'.repeat(10_000) });
    const first = (await fetchPage({ limit: 1 })).comments[0].id;
    const long = await app.call('getComment', { params: { id: first } });
    expect(countBytes([long.body])).toBeLessThanOrEqual(discussionPartMaxLength * 1_024);
  });
});

describe('the page of a post', () => {
  it('shows one page of a long discussion for any requested number of comments', async () => {
    await insertComments(1_300, { threadLength: 4 });
    const { body } = await app.fetch(`/posts/${post.slug}?comments=1000000`);
    const shownIds = [...body.matchAll(/<li id="comment-(\d+)"/g)];
    expect(shownIds).toHaveLength(100);
    expect(body.length).toBeLessThan(600_000);
    const next = /href="[^"]*(\?after=\d+)#comments"/.exec(body)?.[1] ?? '';
    const other = (await app.fetch(`/posts/${post.slug}${next}`)).body;
    const ids = [...other.matchAll(/<li id="comment-(\d+)"/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThanOrEqual(50);
    expect(shownIds.map(([, id]) => id).filter((id) => ids.includes(id))).toEqual([]);
    expect(other).toContain('К началу обсуждения');
  });
});
