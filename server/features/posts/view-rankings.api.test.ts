import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { withoutIntervals } from '#tests/support/without-intervals.ts';

/** `views_count` counts everybody who opens a post; rankings use the views of readers only. */
let app: TestApp;
let author: TestUser;
let reader: TestUser;
let staff: TestUser;

withoutIntervals();
beforeAll(async () => {
  app = await createTestApp();
  [author, reader] = [await app.createUser(), await app.createUser()];
  staff = await app.createUser({ isStaff: true });
});
afterAll(() => app.stop());
beforeEach(() => app.db.deleteFrom('posts').execute());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
const openPost = async (slug: string, as?: TestUser, agent = firefox): Promise<number> =>
  (await app.call('getPost', { as, params: { slug }, headers: { 'user-agent': agent } })).body.views_count;

type ListedPost = { title: string; views_count: number };
const titlesAndViews = (posts: ListedPost[]) => posts.map(({ title, views_count: views }) => [title, views]);
const rankings = async () => ({
  popular: titlesAndViews((await app.call('listPopularPosts')).body),
  featured: titlesAndViews((await app.call('listFeaturedPosts')).body.popular_posts),
  ordered: titlesAndViews(
    (await app.call('listPosts', { query: { ordering: '-views_count' } })).body.results,
  ),
});

it('leaves the views of the author and of drafts out of rankings, but counts them in views_count', async () => {
  const draft = await app.createPost(author, { title: 'Был черновиком', status: 'draft' });
  for (const as of [author, staff]) await openPost(draft.slug, as);
  await app.call('updatePost', { as: author, params: { slug: draft.slug }, body: { status: 'published' } });
  expect(await openPost(draft.slug, author)).toBe(2);
  const own = await app.createPost(author, { title: 'Открыт автором' });
  expect(await openPost(own.slug, author)).toBe(1);
  const read = await app.createPost(author, { title: 'Прочитан' });
  expect(await openPost(read.slug, reader)).toBe(1);
  await app.posts.rankViews();
  const { popular, featured, ordered } = await rankings();
  for (const list of [popular, featured, ordered]) {
    expect(list[0]).toEqual(['Прочитан', 1]);
    expect(list.slice(1).map(([, views]) => views)).toEqual([0, 0]);
  }
  const { results } = (await app.call('listPosts', { query: { ordering: 'title' } })).body;
  expect(titlesAndViews(results)).toEqual([
    ['Был черновиком', 2],
    ['Открыт автором', 1],
    ['Прочитан', 1],
  ]);
});

it('ignores crawlers of the API, and counts API clients in views_count only', async () => {
  const post = await app.createPost(author, { title: 'Пост' });
  expect(await openPost(post.slug, undefined, 'Googlebot/2.1 (+http://www.google.com/bot.html)')).toBe(0);
  expect(await openPost(post.slug, undefined, 'PostmanRuntime/7.32.3')).toBe(1);
  await app.posts.rankViews();
  expect((await rankings()).popular).toEqual([['Пост', 0]]);
});

it('counts ten guests of one IP address who differ only in their user agent', async () => {
  const post = await app.createPost(author, { title: 'Пост' });
  for (let agent = 0; agent < 40; agent += 1) await openPost(post.slug, undefined, `${firefox} ${agent}`);
  expect(await openPost(post.slug, reader)).toBe(11);
  await app.posts.rankViews();
  expect((await rankings()).popular).toEqual([['Пост', 11]]);
});
