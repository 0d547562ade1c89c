import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let author: TestUser;
beforeAll(async () => {
  app = await createTestApp({
    withPages: true,
    env: { SITEMAP_ACCOUNT_HOURS: '24', SITE_NAME: 'Вести & Co' },
  });
  author = await app.createUser({ username: 'вера' });
});
afterAll(() => app.stop());

const dayMs = 24 * 3_600_000;
const locations = (xml: string): string[] =>
  Array.from(xml.matchAll(/<loc>([^<]*)<\/loc>/g), ([, url = '']) => url);
const pathsIn = async (path: string): Promise<string[]> => {
  const { status, body, headers } = await app.fetch(path);
  expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'application/xml; charset=utf-8']);
  expect(body).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>/);
  return locations(body).map((url) => new URL(url).pathname);
};
const makeOld = () =>
  app.db
    .updateTable('accounts')
    .set({ created_at: new Date(Date.now() - 2 * dayMs) })
    .where('id', '=', author.user.id)
    .execute();

it('leave out the posts of new accounts', async () => {
  const { slug } = await app.createPost(author, { title: 'Новый автор', content: 'Слово' });
  expect(await pathsIn('/sitemap/posts-0.xml')).toEqual([]);
  expect(await pathsIn('/sitemap/news.xml')).toEqual([]);
  expect(await pathsIn('/sitemap/authors-0.xml')).toEqual([]);
  await makeOld();
  await expect.poll(() => pathsIn('/sitemap/posts-0.xml')).toEqual([`/posts/${slug}`]);
  // Stands for the minutes after which the cache renders again.
  await sql`select notify_change('lists')`.execute(app.db);
  await expect.poll(() => pathsIn('/sitemap/news.xml')).toEqual([`/posts/${slug}`]);
  await expect
    .poll(() => pathsIn('/sitemap/authors-0.xml'))
    .toEqual([`/users/${encodeURIComponent('вера')}`]);
});

describe('with posts in three parts', () => {
  beforeAll(async () => {
    await makeOld();
    await app.db.deleteFrom('posts').execute();
    for (const id of [4_999, 5_000, 12_000]) {
      // Counts the post for its author; the row below has the id of another part.
      const { id: first } = await app.createPost(author, { title: 'Статья', content: 'Слово' });
      await app.db.deleteFrom('posts').where('id', '=', first).execute();
      await sql`insert into posts (id, author_id, title, slug, content, content_html, excerpt, content_text, reading_time_minutes, renderer_version, status, created_at, updated_at)
        overriding system value values (${id}, ${author.user.id}, ${`Статья ${id} & <b>`}, ${`statya-${id}`}, 'a', 'a', 'a',
        'a', 1, 1,        'published', now(), now())`.execute(app.db);
    }
  });

  it('the index names each part with its latest change', async () => {
    const edited_at = new Date('2026-05-01T10:00:00Z');
    await app.db
      .updateTable('posts')
      .set({ created_at: edited_at, edited_at })
      .where('id', '=', 4_999)
      .execute();
    await expect
      .poll(async () => (await app.fetch('/sitemap.xml')).body)
      .toContain('/sitemap/posts-0.xml</loc><lastmod>2026-05-01T10:00:00.000Z</lastmod>');
    const paths = await pathsIn('/sitemap.xml');
    expect(paths).toEqual([
      '/sitemap/pages.xml',
      '/sitemap/categories.xml',
      '/sitemap/authors-0.xml',
      '/sitemap/posts-0.xml',
      '/sitemap/posts-1.xml',
      '/sitemap/posts-2.xml',
    ]);
    for (const path of paths) await pathsIn(path);
  });

  it('a part has its posts, and changes with them', async () => {
    await expect.poll(() => pathsIn('/sitemap/posts-1.xml')).toHaveLength(1);
    await app.call('updatePost', { as: author, params: { slug: 5_000 }, body: { title: 'Новый адрес' } });
    expect(await pathsIn('/sitemap/posts-1.xml')).toEqual(['/posts/novyy-adres']);
    await app.call('deletePost', { as: author, params: { slug: 5_000 } });
    expect((await app.fetch('/sitemap/posts-1.xml')).status).toBe(404);
  });

  it('the news have the posts of two days', async () => {
    const { body } = await app.fetch('/sitemap/news.xml');
    expect(locations(body)).toHaveLength(1);
    expect(body).toContain('<news:name>Вести &amp; Co</news:name><news:language>ru</news:language>');
    expect(body).toContain('<news:title>Статья 12000 &amp; &lt;b&gt;</news:title>');
  });

  it.each(['posts-7', 'posts-01', 'posts--1', 'posts-x', 'posts-99999999999999999999', 'authors-9', 'net'])(
    'there is no part %s',
    async (name) => {
      expect((await app.fetch(`/sitemap/${name}.xml`)).status).toBe(404);
    },
  );
});

it('robots.txt names the sitemaps and closes private pages only', async () => {
  const { status, headers, body } = await app.fetch('/robots.txt');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const origin = new URL((await app.fetch('/')).body.match(/rel="canonical" href="([^"]+)"/)[1]).origin;
  expect(body).toContain(`\nSitemap: ${origin}/sitemap.xml\n`);
  expect(body).toMatch(/^User-agent: \*\nDisallow: \/api\/\n/);
  expect(body).toContain('Disallow: /posts/my$\n');
  expect(body).toMatch(/Clean-param: utm_source&/);
});

describe('pages', () => {
  const htmlOf = async (path: string): Promise<string> => (await app.fetch(path)).body;
  const canonicalOf = (html: string) => new URL(html.match(/rel="canonical" href="([^"]+)"/)?.[1] ?? '');
  const isHidden = (html: string) => html.includes('<meta name="robots" content="noindex"/>');

  it('return 410 for a deleted post that was public, and 404 for one that was not', async () => {
    const post = await app.createPost(author, { title: 'Была статья', content: 'Слово' });
    const draft = await app.createPost(author, { title: 'Был черновик', content: 'Слово', status: 'draft' });
    for (const { slug } of [post, draft]) {
      await app.fetch(`/posts/${slug}`);
      await app.call('deletePost', { as: author, params: { slug } });
    }
    expect((await app.fetch(`/posts/${post.slug}`)).status).toBe(410);
    expect((await app.call('getPost', { params: { slug: post.slug } })).status).toBe(404);
    expect((await app.fetch(`/posts/${draft.slug}`)).status).toBe(404);
    expect((await app.fetch('/posts/nikogda')).status).toBe(404);
    const again = await app.createPost(author, { title: 'Была статья', slug: post.slug, content: 'Слово' });
    expect([again.slug, (await app.fetch(`/posts/${post.slug}`)).status]).toEqual([post.slug, 200]);
  });

  it('name their canonical addresses, and hide what is private or thin', async () => {
    const category = await app.createCategory();
    await app.createPost(author, { title: 'В категории', content: 'Слово', category: category.id });
    const empty = await app.createCategory();
    const filtered = await htmlOf(`/posts?category=${category.slug}&utm_source=x`);
    expect([canonicalOf(filtered).pathname, isHidden(filtered)]).toEqual([
      `/categories/${category.slug}`,
      false,
    ]);
    const hidden = [
      '/posts?search=x',
      '/posts?ordering=-views_count',
      `/categories/${empty.slug}`,
      '/login',
      '/staff',
      '/net',
    ];
    for (const path of hidden) expect([path, isHidden(await htmlOf(path))]).toEqual([path, true]);
    const shown = [
      '/',
      '/posts',
      `/categories/${category.slug}`,
      '/about',
      `/users/${encodeURIComponent('вера')}`,
    ];
    for (const path of shown) expect([path, isHidden(await htmlOf(path))]).toEqual([path, false]);
  });
});
