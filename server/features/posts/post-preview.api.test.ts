import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let author: TestUser;
beforeAll(async () => {
  const now = new Date();
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' }, clock: { now: () => now } });
  author = await app.createUser();
});
afterAll(() => app.stop());

const preview = (content: unknown, as: TestUser | undefined = author) =>
  app.call('previewPost', { as, body: { content } });

describe('a preview', () => {
  it('returns the HTML that a post would have and stores nothing', async () => {
    const content = '## Час ночи\n\n**Пусто** <b>и тихо</b> ![мост](https://example.com/x.png)';
    const { status, body } = await preview(content);
    const post = await app.createPost(author, { content });
    expect([status, body]).toEqual([200, { content_html: post.content_html }]);
    expect((await app.call('listMyPosts', { as: author })).body.count).toBe(1);
  });

  it('refuses content that a post could not have', async () => {
    expect((await preview('   ')).body).toEqual({ content: ['Содержимое статьи обязательно'] });
    expect((await preview(`${'>'.repeat(500)} x`)).status).toBe(400);
  });

  it('needs a login and is rate limited', async () => {
    expect((await app.call('previewPost', { body: { content: 'Текст' } })).status).toBe(401);
    const user = await app.createUser();
    const statuses = [];
    for (let count = 0; count < 31; count += 1) statuses.push((await preview('Текст', user)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  });

  it('is a reserved slug', async () => {
    expect((await app.createPost(author, { title: 'Preview' })).slug).not.toBe('preview');
  });
});

describe('reading a post with count_view=false', () => {
  it('counts no view', async () => {
    const { slug } = await app.createPost(author);
    const read = (count_view: string) => app.call('getPost', { params: { slug }, query: { count_view } });
    expect((await read('false')).body.views_count).toBe(0);
    expect((await read('false')).body.views_count).toBe(0);
    await read('true');
    expect((await read('false')).body.views_count).toBe(1);
    expect((await read('perhaps')).status).toBe(400);
  });
});
