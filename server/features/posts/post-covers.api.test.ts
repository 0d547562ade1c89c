import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createImageForm } from '#tests/support/image-form.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** A restored draft or revision has its cover. */
let app: TestApp;
let author: TestUser;
let other: TestUser;
let staff: TestUser;
let cover: string;
let key: string;

beforeAll(async () => {
  app = await createTestApp();
  [author, other] = [await app.createUser(), await app.createUser()];
  staff = await app.createUser({ isStaff: true });
  cover = await upload();
});
beforeEach(() => {
  key = `new-${randomBytes(16).toString('hex')}`;
});
afterAll(() => app.stop());

const upload = async (as = author): Promise<string> =>
  (await app.call('uploadImage', { as, body: await createImageForm() })).body.url;
const save = async (body: object, at = key, as = author) =>
  (
    await app.call('saveDraft', {
      as,
      params: { key: at },
      body: { title: 'Заголовок', content: 'Текст', writer: 'форма', ...body },
    })
  ).body;
const getDraft = async (at = key) => (await app.call('getDraft', { as: author, params: { key: at } })).body;
const change = async (slug: string | number, body: object, as = author) =>
  (await app.call('updatePost', { as, params: { slug }, body })).body;
const revision = async (slug: number, version: number, as = author) =>
  (await app.call('getRevision', { as, params: { slug, version } })).body;

describe('a draft', () => {
  it('keeps its cover until it is removed, whether a path or a URL names it', async () => {
    expect((await save({ image_url: new URL(cover).pathname })).image).toBe(cover);
    expect((await save({ content: 'Дальше' })).image).toBe(cover);
    expect((await getDraft()).image).toBe(cover);
    expect((await save({ image_url: null })).image).toBeNull();
  });

  it('protects its cover from the sweep and from deletion', async () => {
    const mine = await upload();
    await save({ image_url: mine });
    const { results } = (await app.call('listMedia', { as: author })).body;
    const { id, is_used } = results.find(({ url }: { url: string }) => url === mine);
    expect(is_used).toBe(true);
    expect((await app.call('deleteMedia', { as: author, params: { id } })).status).toBe(409);
  });

  it('is listed if it has only a cover', async () => {
    await save({ title: '', content: '', image_url: cover });
    const { body } = await app.call('listDrafts', { as: author });
    expect(body.results.map((draft: { key: string }) => draft.key)).toContain(key);
  });

  it('ignores an image of another user and an invalid URL', async () => {
    for (const image_url of [await upload(other), 'https://example.com/a.webp', ''])
      expect((await save({ image_url })).image).toBeNull();
  });

  it('of a change starts with the cover of the post, also for staff', async () => {
    const post = await app.createPost(author, { image_url: cover });
    for (const as of [author, staff]) {
      expect((await save({}, `post-${post.id}`, as)).image).toBe(cover);
      expect((await save({ image_url: cover }, `post-${post.id}`, as)).image).toBe(cover);
    }
  });

  it('becomes a post with its cover', async () => {
    const { image } = await save({ image_url: cover });
    const post = await app.createPost(author, { image_url: image, draft_key: key });
    expect(post.image).toBe(cover);
    expect((await app.call('getDraft', { as: author, params: { key } })).status).toBe(404);
  });
});

describe('a post', () => {
  it('refuses an image of another user', async () => {
    const { slug } = await app.createPost(author);
    for (const image_url of [await upload(other), 'https://example.com/a.webp']) {
      const response = await app.call('updatePost', { as: author, params: { slug }, body: { image_url } });
      expect([response.status, response.body]).toEqual([
        400,
        { image_url: ['Такой картинки нет: загрузите её ещё раз.'] },
      ]);
    }
  });

  it('gets the cover of a revision back, also by staff and after other covers', async () => {
    const { id } = await app.createPost(author, { content: 'Было', image_url: cover });
    await change(id, { content: 'Стало', image: null });
    const earlier = await revision(id, 1, staff);
    expect(earlier).toMatchObject({ content: 'Было', image: cover });
    expect((await revision(id, 2)).image).toBeNull();
    const second = await upload(staff);
    await change(id, { image_url: second }, staff);
    await change(id, { content: earlier.content, image_url: earlier.image }, staff);
    expect((await revision(id, 3)).image).toBe(second);
    expect((await change(id, { image_url: second })).image).toBe(second);
  });

  it('stores a removed cover in a revision', async () => {
    const { id } = await app.createPost(author, { image_url: cover });
    expect(await change(id, { image: null })).toMatchObject({ image: null, edited_at: null });
    const { results } = (await app.call('listRevisions', { as: author, params: { slug: id } })).body;
    expect(results.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
    expect((await revision(id, 1)).image).toBe(cover);
  });
});
