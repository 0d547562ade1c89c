import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

const secondMs = 1_000;
let now = new Date();
let app: TestApp;
let author: TestUser;
let staff: TestUser;
let category: { id: number; slug: string };

beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } });
  author = await app.createUser();
  staff = await app.createUser({ isStaff: true });
});
beforeEach(async () => {
  category = await app.createCategory();
});
afterAll(() => app.stop());

const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * secondMs).toISOString();
const advance = (seconds: number) => (now = new Date(now.getTime() + seconds * secondMs));
const runJob = () => app.jobHandlers.find(({ name }) => name === 'posts.publish')?.run({});
const schedulePost = (changes: object = {}) =>
  app.createPost(author, { title: 'На утро', category: category.id, publish_at: inSeconds(10), ...changes });
const read = async (id: number, as: TestUser | undefined = author) =>
  (await app.call('getPost', { as, params: { slug: id } })).body;
const change = (slug: string, body: object) => app.call('updatePost', { as: author, params: { slug }, body });
const counts = async () => {
  const { body: found } = await app.call('getCategory', { params: { slug: category.slug } });
  const { body: list } = await app.call('listPosts', { query: { category: category.id } });
  const { body: user } = await app.call('getUser', { params: { username: author.user.username } });
  return { category: found.posts_count, list: list.count, author: user.posts_count };
};

it('is found by its author with a filter, also in a search', async () => {
  const owner = await app.createUser();
  const scheduled = await app.createPost(owner, { title: 'Завтра утром', publish_at: inSeconds(60) });
  await app.createPost(owner, { title: 'Просто утром', status: 'draft' });
  await app.createPost(owner, { title: 'Сегодня утром' });
  const queries: Record<string, string>[] = [{}, { search: 'утром' }, { ordering: 'title', page_size: '1' }];
  for (const query of queries) {
    const { body } = await app.call('listMyPosts', { as: owner, query: { ...query, status: 'scheduled' } });
    expect([body.count, body.results.map(({ id }: { id: number }) => id)]).toEqual([1, [scheduled.id]]);
  }
  const drafts = await app.call('listMyPosts', { as: owner, query: { status: 'draft' } });
  expect(drafts.body.count).toBe(2);
  expect((await app.call('listPosts', { as: owner, query: { status: 'scheduled' } })).status).toBe(400);
});

describe('a scheduled post', () => {
  it('is a draft for everybody until its time', async () => {
    const before = await counts();
    const post = await schedulePost();
    expect(post).toMatchObject({ status: 'draft', publish_at: inSeconds(10) });
    await runJob();
    for (const as of [undefined, await app.createUser()])
      expect((await app.call('getPost', { as, params: { slug: post.slug } })).status).toBe(404);
    expect((await read(post.id, staff)).publish_at).toBe(inSeconds(10));
    expect(await counts()).toEqual(before);
    await change(post.slug, { publish_at: null });
  });

  it('is published once, in every list and counter, with the scheduled time as its date', async () => {
    const post = await schedulePost();
    const other = await app.createPost(author, { category: category.id });
    const before = await counts();
    advance(25);
    await Promise.all([runJob(), runJob(), runJob()]);
    await runJob();
    const after = await read(post.id, undefined);
    const scheduledAt = new Date(now.getTime() - 15 * secondMs).toISOString();
    expect(after).toMatchObject({ status: 'published', publish_at: null, version: 2 });
    expect([after.created_at, after.updated_at]).toEqual([scheduledAt, scheduledAt]);
    expect(await counts()).toEqual({
      category: before.category + 1,
      list: before.list + 1,
      author: before.author + 1,
    });
    const { body } = await app.call('listPosts', { query: { category: category.id } });
    expect(body.results.map(({ id }: { id: number }) => id)).toEqual([post.id, other.id]);
  });

  it('waits when it is postponed, and stays a draft when the schedule is cancelled', async () => {
    const post = await schedulePost();
    expect((await change(post.slug, { publish_at: inSeconds(60) })).body.publish_at).toBe(inSeconds(60));
    advance(30);
    await runJob();
    expect((await read(post.id)).status).toBe('draft');
    expect((await change(post.slug, { publish_at: null })).body).toMatchObject({
      status: 'draft',
      publish_at: null,
    });
    advance(60);
    await runJob();
    expect((await read(post.id)).status).toBe('draft');
  });

  it('can be published at once and turned back into a scheduled draft', async () => {
    const post = await schedulePost();
    expect((await change(post.slug, { status: 'published' })).body).toMatchObject({
      status: 'published',
      publish_at: null,
    });
    const again = await change(post.slug, { status: 'draft', publish_at: inSeconds(5) });
    expect(again.body).toMatchObject({ status: 'draft', publish_at: inSeconds(5) });
  });

  it('keeps its time when other fields change, even if the job is late', async () => {
    const post = await schedulePost();
    advance(20);
    const late = await app.call('replacePost', {
      as: author,
      params: { slug: post.slug },
      body: { title: post.title, content: 'Иначе', status: 'draft', publish_at: post.publish_at },
    });
    expect([late.status, late.body.publish_at]).toEqual([200, post.publish_at]);
    await runJob();
    expect((await read(post.id, undefined)).content).toBe('Иначе');
  });

  it('stays hidden when it is published while hidden', async () => {
    const post = await app.createPost(author, { category: category.id });
    await app.call('hidePost', { as: staff, params: { id: post.id }, body: { reason: 'Спам' } });
    await change(post.slug, { status: 'draft', publish_at: inSeconds(1) });
    advance(2);
    await runJob();
    expect((await app.call('getPost', { params: { slug: post.slug } })).status).toBe(404);
    await app.call('restorePost', { as: staff, params: { id: post.id } });
    expect((await read(post.id, undefined)).status).toBe('published');
    expect((await counts()).category).toBe(1);
  });
});

describe('an invalid time', () => {
  it.each([
    ['in the past', { publish_at: '2026-01-01T00:00:00Z' }, 'Выберите время в будущем.'],
    ['for a published post', { publish_at: '2099-01-01T00:00:00Z', status: 'published' }, /черновика/],
    ['that is no date', { publish_at: 'завтра' }, 'Недопустимое значение.'],
  ])('is refused: %s', async (_, body, text) => {
    const response = await app.call('createPost', {
      as: author,
      body: { title: 'А', content: 'Б', ...body },
    });
    expect([response.status, response.body.publish_at]).toEqual([400, [expect.stringMatching(text)]]);
  });

  it('is refused for a post that is published', async () => {
    const { slug } = await app.createPost(author);
    expect((await change(slug, { publish_at: inSeconds(5) })).status).toBe(400);
    expect((await change(slug, { publish_at: null })).status).toBe(200);
  });

  it('may be empty in a form', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ title: 'А', content: 'Б', publish_at: '' }))
      form.set(name, value);
    expect((await app.call('createPost', { as: author, body: form })).body.publish_at).toBeNull();
  });
});
