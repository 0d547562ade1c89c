import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let editor: TestUser;
let author: TestUser;
let now = new Date();
const jwtSecret = 'a secret of this test only';

beforeAll(async () => {
  app = await createTestApp({
    clock: { now: () => now },
    jwtSecret,
    env: { CACHE_MB: '16', RATE_LIMIT_FACTOR: '0' },
  });
  editor = await app.createUser({ role: 'editor' });
  author = await app.createUser();
  for (let index = 0; index < 12; index += 1) await app.createPost(author);
});
afterAll(() => app.stop());

type Wanted = { id?: number; post_id: number; section: string; starts_at?: string; ends_at?: string };
const layout = async () => (await app.call('getFrontPageLayout', { as: editor })).body;
const put = async (placements: Wanted[], { as = editor, version = 0 } = {}) =>
  app.call('replaceFrontPageLayout', {
    as,
    body: { version: version || (await layout()).version, placements },
  });
/** A post that the rules do not choose as the lead, because another one is newer. */
async function createOlderPost() {
  const post = await app.createPost(author);
  await app.createPost(author);
  return post;
}
const frontPage = async () => (await app.call('getFrontPage', {})).body;
const idsOf = (posts: Array<{ id: number }>) => posts.map(({ id }) => id);
const shown = async () => {
  const { lead, secondary } = await frontPage();
  return [lead?.id, ...idsOf(secondary)];
};
const minutes = (count: number) => new Date(now.getTime() + count * 60_000).toISOString();

beforeEach(async () => {
  now = new Date(Math.max(Date.now(), now.getTime()));
  expect((await put([])).status).toBe(200);
});

describe('a placed post', () => {
  it('leads or stands in the row, in the order of the editor, and the rules fill the rest', async () => {
    const [lead, first, second] = [
      await app.createPost(author),
      await app.createPost(author),
      await app.createPost(author),
    ];
    const { status, body } = await put([
      { post_id: second.id, section: 'row' },
      { post_id: first.id, section: 'row' },
      { post_id: lead.id, section: 'lead' },
    ]);
    expect(status).toBe(200);
    expect(body.placements.map(({ post }: { post: { id: number } }) => post.id)).toEqual([
      lead.id,
      second.id,
      first.id,
    ]);
    expect(body.placements[0]).toMatchObject({
      placed_by: { id: editor.user.id },
      post: { obstacle: null },
    });
    const ids = await shown();
    expect(ids.slice(0, 3)).toEqual([lead.id, second.id, first.id]);
    expect(new Set(ids).size).toBe(5);
    // Every other list is as before.
    const recent = (await app.call('listRecentPosts', {})).body;
    expect(recent[0].id).toBe(second.id);
  });

  it('is shown from its beginning until its end, and then the next one or that of the rules', async () => {
    const [evening, always] = [await app.createPost(author), await app.createPost(author)];
    await put([
      { post_id: evening.id, section: 'lead', starts_at: minutes(2), ends_at: minutes(4) },
      { post_id: always.id, section: 'lead', ends_at: minutes(6) },
    ]);
    expect((await shown())[0]).toBe(always.id);
    for (const [later, lead] of [
      [2, evening.id],
      [2, always.id],
    ] as const) {
      now = new Date(minutes(later));
      expect((await shown())[0]).toBe(lead);
    }
    now = new Date(minutes(2));
    const [ruled] = await shown();
    expect(ruled).toBeDefined();
    expect((await layout()).placements).toHaveLength(2);
  });

  it('is missing while it is hidden, a draft or kept off the front page, and gone with its post', async () => {
    const moderator = await app.createUser({ role: 'administrator' });
    const { id, slug } = await app.createPost(author);
    await put([{ post_id: id, section: 'lead' }]);
    const obstacle = async () => (await layout()).placements[0]?.post.obstacle;
    const params = { id };
    const setStatus = (status: string) =>
      app.call('updatePost', { as: author, params: { slug: id }, body: { status } });
    for (const [name, begin, end] of [
      [
        'hidden',
        () => app.call('hidePost', { as: moderator, params }),
        () => app.call('restorePost', { as: moderator, params }),
      ],
      ['unpublished', () => setStatus('draft'), () => setStatus('published')],
      [
        'kept-off',
        () => app.call('keepOffFrontPage', { as: editor, params }),
        () => app.call('returnToFrontPage', { as: editor, params }),
      ],
    ] as const) {
      expect((await begin()).status).toBe(200);
      await expect.poll(async () => (await shown()).includes(id)).toBe(false);
      expect(await obstacle()).toBe(name);
      await end();
      await expect.poll(async () => (await shown())[0]).toBe(id);
    }
    const { version, placements } = await layout();
    await app.call('deletePost', { as: author, params: { slug } });
    expect((await layout()).placements).toEqual([]);
    // An editor who still sees it saves the rest.
    const saved = await put([{ id: placements[0].id, post_id: id, section: 'lead' }], { version });
    expect([saved.status, saved.body.placements]).toEqual([200, []]);
  });
});

describe('the layout', () => {
  it('is not overwritten by an editor who has not seen the last change', async () => {
    const other = await app.createUser({ role: 'editor' });
    const [mine, theirs] = [await app.createPost(author), await app.createPost(author)];
    const { version } = await layout();
    const results = await Promise.all([
      put([{ post_id: mine.id, section: 'lead' }], { version }),
      put([{ post_id: theirs.id, section: 'lead' }], { version, as: other }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 412]);
    const saved = results.find(({ status }) => status === 200)?.body;
    const refused = results.find(({ status }) => status === 412)?.body;
    expect(refused.current).toEqual(saved);
  });

  it('refuses unknown and unpublished posts, wrong periods and too many placements', async () => {
    const draft = await app.createPost(author, { status: 'draft' });
    const { id } = await app.createPost(author);
    const refusals: Wanted[][] = [
      [{ post_id: 999_999, section: 'lead' }],
      [{ post_id: draft.id, section: 'row' }],
      [{ post_id: id, section: 'lead', starts_at: minutes(2), ends_at: minutes(2) }],
      Array.from({ length: 51 }, () => ({ post_id: id, section: 'row' })),
    ];
    for (const placements of refusals) {
      const { status, body } = await put(placements);
      expect([status, Object.keys(body)]).toEqual([400, ['placements']]);
    }
    expect((await put([{ post_id: id, section: 'footer' }])).status).toBe(400);
    expect((await layout()).placements).toEqual([]);
    const publishAt = minutes(5);
    const later = await app.createPost(author, { status: 'draft', publish_at: publishAt });
    const { body } = await put([{ post_id: later.id, section: 'lead', starts_at: publishAt }]);
    expect(body.placements[0].post.obstacle).toBe('unpublished');
    expect(await shown()).not.toContain(later.id);
  });

  it('is previewed at any time without being stored', async () => {
    const { id } = await createOlderPost();
    const preview = async (at?: string) => {
      const placements = [{ post_id: id, section: 'lead', starts_at: minutes(1) }];
      const { body } = await app.call('previewFrontPage', { as: editor, body: { placements, at } });
      return body.lead.id === id;
    };
    expect([await preview(), await preview(minutes(2))]).toEqual([false, true]);
    await app.call('updatePost', { as: author, params: { slug: id }, body: { status: 'draft' } });
    expect(await preview(minutes(2))).toBe(false);
    expect((await layout()).placements).toEqual([]);
  });

  it('has a history of who placed, changed and removed what', async () => {
    const post = await app.createPost(author, { title: 'Трамвай' });
    const placed = await put([{ post_id: post.id, section: 'lead' }]);
    const [{ id }] = placed.body.placements;
    await put([{ id, post_id: post.id, section: 'row', ends_at: minutes(1) }]);
    await put([]);
    await app.call('keepOffFrontPage', { as: editor, params: { id: post.id } });
    const { body } = await app.call('listFrontPageHistory', { as: editor, query: { page_size: 4 } });
    expect(body.results.map(({ action }: { action: string }) => action)).toEqual([
      'post.off-front-page',
      'front-page.remove',
      'front-page.change',
      'front-page.place',
    ]);
    expect(body.results[2]).toMatchObject({ actor_name: editor.user.username, post_title: 'Трамвай' });
    expect(body.results[2].changes).toContainEqual({ field: 'section', before: 'lead', after: 'row' });
    expect(JSON.stringify(body)).not.toContain('127.0.0.1');
    const beyond = { as: editor, query: { page: 9_999 } };
    expect((await app.call('listFrontPageHistory', beyond)).status).toBe(404);
  });
});

it('reaches the guests of every process', async () => {
  const other = await createTestApp({
    clock: { now: () => now },
    jwtSecret,
    env: { CACHE_MB: '16', RATE_LIMIT_FACTOR: '0' },
    databaseUrl: app.databaseUrl,
    db: app.db,
  });
  try {
    const path = '/api/v1/site/front-page/';
    const processes = [app, other];
    const areCached = async () => {
      await Promise.all(processes.map((one) => one.fetch(path)));
      return processes.map((one) => one.cache.find(path) !== undefined);
    };
    await expect.poll(areCached).toEqual([true, true]);
    const post = await createOlderPost();
    await expect.poll(areCached).toEqual([true, true]);
    await put([{ post_id: post.id, section: 'lead' }]);
    const leads = async () =>
      Promise.all(processes.map(async (one) => (await one.fetch(path)).body.lead?.id));
    await expect.poll(leads).toEqual([post.id, post.id]);
    await put([]);
    await expect.poll(leads).not.toContain(post.id);
  } finally {
    await other.stop();
  }
});
