import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let author: TestUser;
let category: { id: number; slug: string };
let post: { id: number; slug: string };

beforeAll(async () => {
  app = await createTestApp();
  author = await app.createUser({ username: 'вера' });
  category = await app.createCategory('Город');
  post = await app.createPost(author, { title: 'Ночной трамвай', content: 'Слово', category: category.id });
});
afterAll(() => app.stop());

async function load(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(app.origin + path, { headers });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}
const drawnCards = () => readdirSync(join(app.dataDir, 'cache', 'cards')).length;
const cardPath = () => `/posts/${post.slug}/card.jpg`;

it('every card is a JPEG of 1200 × 630', async () => {
  const paths = [
    '/card.jpg',
    cardPath(),
    `/categories/${category.slug}/card.jpg`,
    `/users/${encodeURIComponent('вера')}/card.jpg`,
  ];
  for (const path of paths) {
    const { status, headers, bytes } = await load(path);
    expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'image/jpeg']);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    const again = await load(path, { 'if-none-match': headers.get('etag') ?? '' });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  }
});

it('a card is drawn once, and again after a change of what it shows', async () => {
  const { bytes } = await load(cardPath());
  const before = drawnCards();
  expect((await load(`${cardPath()}?v=other`)).bytes.equals(bytes)).toBe(true);
  await app.call('updatePost', { as: author, params: { slug: post.id }, body: { content: 'Другое слово' } });
  expect((await load(cardPath())).bytes.equals(bytes)).toBe(true);
  expect(drawnCards()).toBe(before);
  await app.call('updatePost', { as: author, params: { slug: post.id }, body: { title: 'Дневной трамвай' } });
  const changed = await load(`/posts/${post.id}/card.jpg`);
  expect([changed.status, changed.bytes.equals(bytes), drawnCards()]).toEqual([200, false, before + 1]);
});

it('the card of a post has its picture', async () => {
  const picture = sharp({ create: { width: 900, height: 900, channels: 3, background: '#00ff00' } });
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(await picture.png().toBuffer())]), 'x.png');
  form.set('title', 'С картинкой');
  form.set('content', 'Слово');
  const { body } = await app.call('createPost', { as: author, body: form });
  const colorAt = async (left: number) => {
    const { bytes } = await load(`/posts/${body.slug}/card.jpg`);
    const { data } = await sharp(bytes)
      .extract({ left, top: 300, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return [...data].map((part) => Math.round(part / 64));
  };
  expect(await colorAt(1_100)).toEqual([0, 4, 0]);
  expect(await colorAt(20)).toEqual([4, 4, 4]);
  // A file that is lost costs the picture, not the card.
  await app.db.updateTable('posts').set({ title: 'Без файла' }).where('slug', '=', body.slug).execute();
  await app.db
    .updateTable('media')
    .set({ path: `00/${'0'.repeat(40)}.webp` })
    .execute();
  expect(await colorAt(1_100)).toEqual([4, 4, 4]);
});

it('there is no card of what guests may not see', async () => {
  const draft = await app.createPost(author, { title: 'Черновик', content: 'Слово', status: 'draft' });
  const paths = [`/posts/${draft.slug}`, '/posts/net', '/categories/net', '/users/nobody'];
  for (const path of paths) expect([path, (await load(`${path}/card.jpg`)).status]).toEqual([path, 404]);
});
