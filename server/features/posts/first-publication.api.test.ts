import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** `created_at` of a post is the time of its first publication and never changes afterwards. */
const minuteMs = 60_000;
let now = new Date('2026-01-31T23:58:00.000Z');
let app: TestApp;
let author: TestUser;
let staff: TestUser;

beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } });
  author = await app.createUser();
  staff = await app.createUser({ isStaff: true });
});
afterAll(() => app.stop());

const advanceMinute = () => {
  now = new Date(now.getTime() + minuteMs);
};
const change = async (slug: string | number, body: object) =>
  (await app.call('updatePost', { as: author, params: { slug }, body })).body;
const recent = async (): Promise<number[]> =>
  (await app.call('listRecentPosts')).body.map(({ id }: { id: number }) => id);
/** Months whose counter differs from the number of published posts. */
const findWrongMonths = async () =>
  (
    await sql`
      select month from (
        select month, published from monthly_post_counts where published <> 0
        union all
        select date_trunc('month', created_at at time zone 'UTC')::date, -1 from posts where status = 'published'
      ) as counted group by month having sum(published) <> 0`.execute(app.db)
  ).rows;

it('sets the date of a draft on publication, so that it comes first in lists and counts in the right month', async () => {
  const draft = await app.createPost(author, { title: 'Начато в январе', status: 'draft' });
  const begun = draft.created_at;
  advanceMinute();
  const other = await app.createPost(author, { title: 'Позже' });
  await change(draft.slug, { content: 'Ещё черновик.' });
  advanceMinute();
  const published = await change(draft.slug, { status: 'published' });
  expect([published.created_at, published.updated_at]).toEqual([now.toISOString(), now.toISOString()]);
  expect(await recent()).toEqual([draft.id, other.id]);
  expect(await findWrongMonths()).toEqual([]);
  const revisions = (await app.call('listRevisions', { as: author, params: { slug: draft.id } })).body
    .results;
  expect(revisions.at(-1).created_at).toBe(begun);

  advanceMinute();
  const first = published.created_at;
  const edited = await change(draft.id, { content: 'Поправлено.' });
  expect([edited.created_at, edited.updated_at]).toEqual([first, now.toISOString()]);
  expect((await change(draft.id, { status: 'draft' })).created_at).toBe(first);
  advanceMinute();
  expect((await change(draft.id, { status: 'published' })).created_at).toBe(first);
  expect(await findWrongMonths()).toEqual([]);
});

it('keeps the date of a post that is scheduled after an earlier publication', async () => {
  const post = await app.createPost(author, { title: 'Вышло однажды' });
  await change(post.id, { status: 'draft', publish_at: new Date(now.getTime() + minuteMs).toISOString() });
  advanceMinute();
  await app.jobHandlers.find(({ name }) => name === 'posts.publish')?.run({});
  const again = (await app.call('getPost', { params: { slug: post.id } })).body;
  expect([again.status, again.created_at]).toEqual(['published', post.created_at]);
});

it('keeps the date of a hidden post that its author turns into a draft and publishes again', async () => {
  const post = await app.createPost(author, { title: 'Скрыто' });
  await app.call('hidePost', { as: staff, params: { id: post.id }, body: {} });
  await change(post.id, { status: 'draft' });
  advanceMinute();
  expect((await change(post.id, { status: 'published' })).created_at).toBe(post.created_at);
});
