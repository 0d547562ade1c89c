import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Clock } from '#server/platform/clock.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

const key = 'a1b2c3d4e5f6';
const received: Array<{ host: string; key: string; keyLocation: string; urlList: string[] }> = [];
let status = 200;
let clockOffsetMs = 0;
const clock: Clock = { now: () => new Date(Date.now() + clockOffsetMs) };
let engine: Server;
let app: TestApp;
let author: TestUser;

beforeAll(async () => {
  engine = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    received.push(JSON.parse(text));
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(engine.address() as AddressInfo).port}/indexnow`;
  app = await createTestApp({ clock, env: { INDEXNOW_KEY: key, INDEXNOW_URL: url } });
  author = await app.createUser();
  await app.runJob('index-now.set-up');
});
afterAll(async () => {
  await app.stop();
  await new Promise((resolve) => engine.close(resolve));
});

/** The addresses that one run of the job submits. */
async function submitted(): Promise<string[]> {
  received.length = 0;
  await app.runJob('index-now.send');
  return received.flatMap(({ urlList }) => urlList.map((url) => new URL(url).pathname)).sort();
}
const waiting = async () => (await app.db.selectFrom('index_now_changes').selectAll().execute()).length;

it('submits published, changed and deleted articles, and nothing else', async () => {
  const draft = await app.createPost(author, { title: 'Черновик', content: 'Слово', status: 'draft' });
  await app.call('updatePost', { as: author, params: { slug: draft.id }, body: { title: 'Другой' } });
  expect(await submitted()).toEqual([]);
  const post = await app.createPost(author, { title: 'Раз', content: 'Слово' });
  await app.createPost(author, { title: 'Два', slug: 'dva', content: 'Слово' });
  expect(await submitted()).toEqual(['/posts/dva', '/posts/raz']);
  expect(received).toMatchObject([
    { host: 'localhost:8000', key, keyLocation: `http://localhost:8000/${key}.txt` },
  ]);
  expect((await app.fetch(`/${key}.txt`)).body).toBe(key);
  await app.call('createComment', { as: author, body: { post: post.id, content: 'Слово' } });
  expect(await submitted()).toEqual([]);
  await app.call('updatePost', { as: author, params: { slug: post.id }, body: { title: 'Один' } });
  expect(await submitted()).toEqual(['/posts/odin', '/posts/raz']);
  await app.call('updatePost', { as: author, params: { slug: post.id }, body: { content: 'Другое' } });
  expect(await submitted()).toEqual(['/posts/odin']);
  await app.call('deletePost', { as: author, params: { slug: post.id } });
  expect(await submitted()).toEqual(['/posts/odin']);
  expect(await waiting()).toBe(0);
});

it('tries again after growing pauses, and loses nothing', async () => {
  status = 503;
  await app.createPost(author, { title: 'Три', slug: 'tri', content: 'Слово' });
  expect(await submitted()).toEqual(['/posts/tri']);
  expect(await submitted()).toEqual([]);
  clockOffsetMs += 3 * 60_000;
  expect(await submitted()).toEqual(['/posts/tri']);
  clockOffsetMs += 3 * 60_000;
  expect(await submitted()).toEqual([]);
  status = 202;
  clockOffsetMs += 2 * 60_000;
  expect(await submitted()).toEqual(['/posts/tri']);
  expect(await waiting()).toBe(0);
});

it('does not disturb a publication while the engine cannot be reached, and keeps a limited number', async () => {
  await app.db
    .insertInto('index_now_changes')
    .values(Array.from({ length: 3_000 }, (_, index) => ({ slug: `old-${index % 2}` })))
    .execute();
  const post = await app.createPost(author, { title: 'Четыре', slug: 'chetyre', content: 'Слово' });
  expect(post.slug).toBe('chetyre');
  expect(await submitted()).toEqual(['/posts/chetyre', '/posts/old-0', '/posts/old-1']);
});

it('records nothing on a site that does not submit changes', async () => {
  const silent = await createTestApp();
  const user = await silent.createUser();
  await silent.runJob('index-now.set-up');
  await silent.createPost(user, { title: 'Тихо', content: 'Слово' });
  expect(await silent.db.selectFrom('index_now_changes').selectAll().execute()).toEqual([]);
  await silent.runJob('index-now.send');
  expect((await silent.fetch(`/${key}.txt`)).status).toBe(404);
  await silent.stop();
});
