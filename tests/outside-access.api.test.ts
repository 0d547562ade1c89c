import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPage } from '#web/offline/read-page.ts';
import { createTestApp, type TestApp, type TestUser } from './support/test-app.ts';

/**
 * What other programs read of the site (feeds and everything like them) shows only what is public. Every output is read for a
 * post in every state, before and after the state changes, with the cache on.
 */
const states = ['draft', 'scheduled', 'unpublished', 'hidden', 'hidden and made a draft', 'deleted'] as const;
type State = (typeof states)[number];

let app: TestApp;
let author: TestUser;
let moderator: TestUser;
let category: { id: number; slug: string };

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  author = await app.createUser();
  moderator = await app.createUser({ isStaff: true });
  category = await app.createCategory();
});
afterAll(() => app.stop());

type Fixture = { id: number; slug: string; secret: string };

const outputs = ({ id, slug }: Fixture): string[] => [
  ...[
    '',
    `/categories/${category.slug}`,
    `/users/${author.user.username}`,
    `/posts/${slug}`,
    `/posts/${id}`,
  ].flatMap((folder) => ['rss.xml', 'atom.xml', 'feed.json'].map((file) => `${folder}/${file}`)),
  '/feed',
  '/rss/dzen.xml',
  `/posts/${slug}/oembed.json`,
  `/oembed?url=${encodeURIComponent(`${app.origin}/posts/${slug}`)}`,
  `/posts/${slug}`,
  '/sitemap/posts-0.xml',
  '/sitemap/news.xml',
];

async function create(body: object = {}): Promise<Fixture> {
  const secret = `x${randomBytes(6).toString('hex')}`;
  const text = `Текст ${secret}. ${'Слова о городе и людях. '.repeat(20)}`;
  const post = await app.createPost(author, {
    title: `Статья ${secret}`,
    slug: secret,
    content: text,
    category: category.id,
    ...body,
  });
  return { id: post.id, slug: post.slug, secret };
}

const patch = (fixture: Fixture, body: object) =>
  app.call('updatePost', { as: author, params: { slug: fixture.id }, body });
const hide = ({ id }: Fixture) =>
  app.call('hidePost', { as: moderator, params: { id }, body: { reason: 'Спор' } });

const changes: Record<State, (fixture: Fixture) => Promise<unknown>> = {
  draft: async () => undefined,
  scheduled: async () => undefined,
  unpublished: (fixture) => patch(fixture, { status: 'draft' }),
  hidden: hide,
  'hidden and made a draft': async (fixture) => {
    await hide(fixture);
    await patch(fixture, { status: 'draft' });
  },
  deleted: ({ id }) => app.call('deletePost', { as: author, params: { slug: id } }),
};

/** A picture, whose text no test can read. */
const card = ({ slug }: Fixture): string => `/posts/${slug}/card.jpg`;

const read = async (fixture: Fixture) =>
  Promise.all(
    outputs(fixture).map(async (path) => {
      const { status, body } = await app.fetch(path);
      return { path, status, text: typeof body === 'string' ? body : JSON.stringify(body) };
    }),
  );

/** What the service worker saves of the page of a post, for reading offline. */
const offlineCopyOf = async ({ slug }: Fixture) => {
  const { body } = await app.fetch(`/posts/${slug}`);
  return readPage(body, app.origin).article;
};

it('every output shows a public post', async () => {
  const fixture = await create();
  await app.call('createComment', { as: author, body: { post: fixture.id, content: fixture.secret } });
  for (const { path, status, text } of await read(fixture)) {
    expect(status, path).toBe(200);
    expect(text, path).toContain(fixture.secret);
  }
  expect((await app.fetch(card(fixture))).status).toBe(200);
  expect((await offlineCopyOf(fixture))?.html).toContain(`Текст ${fixture.secret}`);
});

describe.each(states)('a post that is %s', (state) => {
  it('is in no output', async () => {
    const isDraft = state === 'draft' || state === 'scheduled';
    const publish_at = new Date(Date.now() + 3_600_000).toISOString();
    const fixture = await create({
      ...(isDraft && { status: 'draft' }),
      ...(state === 'scheduled' && { publish_at }),
    });
    // Fills the cache with the state before.
    await read(fixture);
    await app.fetch(card(fixture));
    await changes[state](fixture);
    for (const { path, status, text } of await read(fixture)) {
      expect([200, 404, 410], path).toContain(status);
      // A page that does not exist repeats its address.
      const shown = path === `/posts/${fixture.slug}` ? text.replaceAll(fixture.slug, '') : text;
      expect(shown, path).not.toContain(fixture.secret);
    }
    expect((await app.fetch(card(fixture))).status).toBe(404);
    expect(await offlineCopyOf(fixture)).toBeNull();
  });
});
