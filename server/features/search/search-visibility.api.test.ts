import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomWord } from '#tests/support/random-word.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/**
 * The search of the site finds what a guest may open, for every caller: nothing else has a result, a count, a fragment or a
 * suggestion. Authors find their own texts in their list, staff hidden texts in theirs.
 */
const states = ['draft', 'scheduled', 'unpublished', 'hidden', 'hidden and made a draft', 'deleted'] as const;
type State = (typeof states)[number];

let app: TestApp;
let author: TestUser;
let staff: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  staff = await app.createUser({ isStaff: true });
});
afterAll(() => app.stop());

const tabs = ['posts', 'comments', 'authors', 'categories'];

async function create(isDraft: boolean, publishAt?: string) {
  const secret = randomWord(12);
  // An author of their own: the number of their posts decides whether their name is found.
  author = await app.createUser({ username: `u${secret}` });
  const category = await app.createCategory(`Раздел ${secret}`);
  const post = await app.createPost(author, {
    title: `Статья ${secret}`,
    content: `Текст ${secret} о городе.`,
    standfirst: `Кратко ${secret}.`,
    category: category.id,
    ...(isDraft && { status: 'draft', publish_at: publishAt }),
  });
  return { secret, id: post.id, category };
}
type Fixture = Awaited<ReturnType<typeof create>>;

const patch = ({ id }: Fixture, body: object) =>
  app.call('updatePost', { as: author, params: { slug: id }, body });
const hide = ({ id }: Fixture) =>
  app.call('hidePost', { as: staff, params: { id }, body: { reason: 'Спор' } });

async function createIn(state: State): Promise<Fixture> {
  if (state === 'draft') return create(true);
  if (state === 'scheduled') return create(true, new Date(Date.now() + 3_600_000).toISOString());
  const fixture = await create(false);
  await app.call('createComment', { as: staff, body: { post: fixture.id, content: fixture.secret } });
  if (state.startsWith('hidden')) await hide(fixture);
  if (state === 'unpublished' || state === 'hidden and made a draft')
    await patch(fixture, { status: 'draft' });
  if (state === 'deleted') await app.call('deletePost', { as: author, params: { slug: fixture.id } });
  return fixture;
}

/** What every caller gets for every way to ask for the text. */
async function ask({ secret, category }: Fixture, as?: TestUser) {
  await app.runJobs();
  const texts = [
    secret,
    `"${secret}"`,
    secret.slice(0, -2),
    `город автор:u${secret}`,
    `категория:${category.slug}`,
  ];
  const responses = await Promise.all([
    ...texts.flatMap((search) =>
      tabs.map((tab) => app.call('searchSite', { as, query: { search, tab, ordering: '-created_at' } })),
    ),
    app.call('searchSite', { as, query: { author: `u${secret}` } }),
    app.call('searchSite', { as, query: { category: category.slug } }),
  ]);
  const suggestions = await app.call('suggestSearch', { as, query: { text: secret.slice(0, -2) } });
  return { found: responses.map(({ body }) => body), suggested: suggestions.body };
}

it('finds a public text in every way', async () => {
  const fixture = await create(false);
  await app.call('createComment', { as: staff, body: { post: fixture.id, content: fixture.secret } });
  const { found, suggested } = await ask(fixture);
  expect(found[0].counts).toEqual({ posts: 1, comments: 1, authors: 1, categories: 1 });
  expect(suggested.posts).toHaveLength(1);
  expect(suggested.authors).toHaveLength(1);
});

describe.each(states)('a text that is %s', (state) => {
  it('has no result, count, fragment or suggestion, and its author and staff find it in their lists', async () => {
    const fixture = await createIn(state);
    for (const as of [undefined, author, staff]) {
      const { found, suggested } = await ask(fixture, as);
      for (const { counts, corrected, posts, comments, authors } of found) {
        expect(corrected ?? '').not.toContain(fixture.secret);
        expect({ ...counts, categories: 0 }).toEqual({ posts: 0, comments: 0, authors: 0, categories: 0 });
        expect([posts, comments, authors]).toEqual([[], [], []]);
      }
      expect([suggested.posts, suggested.authors]).toEqual([[], []]);
    }
    const own = await app.call('listMyPosts', { as: author, query: { search: fixture.secret } });
    expect(own.body.count).toBe(state === 'deleted' ? 0 : 1);
    const moderated = await app.call('listModeratedPosts', {
      as: staff,
      query: { state: 'hidden', search: fixture.secret },
    });
    expect(moderated.body.count).toBe(state.startsWith('hidden') ? 1 : 0);
  });
});

it('suggests no title of as many unpublished posts as a list of suggestions has', async () => {
  const secret = randomWord(12);
  author = await app.createUser();
  const suggest = async () => (await app.call('suggestSearch', { query: { text: secret } })).body.posts;
  const ids: number[] = [];
  for (let count = 1; count <= 5; count += 1)
    ids.push((await app.createPost(author, { title: `${secret} ${count}` })).id);
  expect(await suggest()).toHaveLength(5);
  for (const slug of ids)
    await app.call('updatePost', { as: author, params: { slug }, body: { status: 'draft' } });
  expect(await suggest()).toEqual([]);
});

it('finds no comment that is hidden or deleted', async () => {
  const fixture = await create(false);
  const secret = randomWord(12);
  const addComment = async () =>
    (await app.call('createComment', { as: author, body: { post: fixture.id, content: secret } })).body.id;
  const [hidden, deleted] = [await addComment(), await addComment()];
  const count = async () =>
    (await app.call('searchSite', { query: { search: secret, tab: 'comments' } })).body.count;
  expect(await count()).toBe(2);
  await app.call('hideComment', { as: staff, params: { id: hidden }, body: { reason: 'Спор' } });
  await app.call('deleteComment', { as: author, params: { id: deleted } });
  expect(await count()).toBe(0);
});
