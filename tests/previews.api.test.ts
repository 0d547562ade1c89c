import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unknownToSchemaOrg } from './support/schema-org.ts';
import { createTestApp, type TestApp, type TestUser } from './support/test-app.ts';

let app: TestApp;
let author: TestUser;
let category: { id: number; slug: string; name: string };
let post: { id: number; slug: string };
const title = 'Ночь </script><script>alert(1)</script> & "трамвай"';

beforeAll(async () => {
  app = await createTestApp({
    withPages: true,
    env: {
      SITE_NAME: 'Вести',
      SITE_EMAIL: 'hello@news.example',
      SOCIAL_LINKS: 'https://t.me/news',
      YANDEX_VERIFICATION: 'a1b2c3',
    },
  });
  author = await app.createUser({ username: 'вера' });
  category = await app.createCategory('Город');
  post = await app.createPost(author, { title, content: 'Первый абзац.', category: category.id });
  await app.call('createComment', { as: author, body: { post: post.id, content: 'Согласна </script>' } });
});
afterAll(() => app.stop());

const htmlOf = async (path: string): Promise<string> => (await app.fetch(path)).body;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const decoded = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? '');
const tagsOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(
      html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g),
      ([, name = '', value = '']) => [name, decoded(value)],
    ),
  );
type Thing = Record<string, unknown> & { '@type': string };
const thingsOf = (html: string): Thing[] =>
  Array.from(
    html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs),
    ([, text = '']) => JSON.parse(text)['@graph'] as Thing[],
  ).flat();
const thing = (things: Thing[], type: string) => things.find((found) => found['@type'] === type);

/** By Яндекс (article, breadcrumbs, site search) and Google (Article, BreadcrumbList, ProfilePage, Organization, WebSite). */
const documentedFields: Record<string, string[]> = {
  NewsArticle: [
    ...[
      'headline',
      'description',
      'datePublished',
      'dateModified',
      'url',
      'mainEntityOfPage',
      'articleSection',
    ],
    ...['image.0.url', 'image.0.width', 'image.0.height', 'author.0.name', 'author.0.url'],
    ...[
      'publisher.name',
      'publisher.url',
      'publisher.logo.url',
      'publisher.logo.width',
      'publisher.logo.height',
    ],
    ...['comment.0.author.name', 'comment.0.text', 'comment.0.dateCreated', 'comment.0.url'],
  ],
  BreadcrumbList: ['itemListElement.0.name', 'itemListElement.0.item', 'itemListElement.0.position'],
  ProfilePage: ['mainEntity.name', 'mainEntity.alternateName', 'dateCreated'],
  Organization: ['name', 'url', 'logo.url', 'email', 'sameAs.0'],
  WebSite: ['name', 'url', 'potentialAction.target.urlTemplate', 'potentialAction.query-input'],
};
const valueAt = (value: unknown, path: string): string =>
  String(
    path.split('.').reduce((part, key) => (part as Record<string, unknown> | undefined)?.[key], value) ?? '',
  );

const authorPath = `/users/${encodeURIComponent('вера')}`;
const publicPages = () => [
  '/',
  '/posts',
  '/categories',
  `/categories/${category.slug}`,
  authorPath,
  '/about',
  '/rules',
];

describe('Open Graph and Twitter tags', () => {
  it('are on every public page', async () => {
    for (const path of publicPages()) {
      const tags = tagsOf(await htmlOf(path));
      expect(tags, path).toMatchObject({
        'yandex-verification': 'a1b2c3',
        'og:site_name': 'Вести',
        'og:locale': 'ru_RU',
        'og:title': expect.stringMatching(/./),
        'og:description': expect.stringMatching(/./),
        'og:url': expect.stringMatching(/^http:\/\/localhost:\d+\//),
        'og:image': expect.stringMatching(/\/card\.jpg\?v=\w+$/),
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:alt': expect.stringMatching(/./),
        'twitter:card': 'summary_large_image',
        'twitter:image': tags['og:image'],
      });
      const card = await app.fetch(new URL(tags['og:image'] ?? '').pathname);
      expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      expect((await app.fetch(new URL(tags['og:url'] ?? '').pathname)).status).toBe(200);
    }
  });

  it('describe an article', async () => {
    const tags = tagsOf(await htmlOf(`/posts/${post.slug}`));
    expect(tags).toMatchObject({ 'og:type': 'article', 'og:title': title, 'article:section': 'Город' });
    expect(tags['og:description']).toBe('Первый абзац.');
    expect(Date.parse(tags['article:published_time'] ?? '')).not.toBeNaN();
  });

  it('name another address of the card after a change of what it shows', async () => {
    const { slug } = await app.createPost(author, { title: 'Один', slug: 'card', content: 'Слово' });
    const imageOf = async () => tagsOf(await htmlOf(`/posts/${slug}`))['og:image'];
    const before = await imageOf();
    await app.call('updatePost', { as: author, params: { slug }, body: { content: 'Другое' } });
    expect(await imageOf()).toBe(before);
    await app.call('updatePost', { as: author, params: { slug }, body: { standfirst: 'Вводка' } });
    expect(await imageOf()).not.toBe(before);
  });

  it('are on no private page', async () => {
    for (const path of ['/login', '/profile', '/posts?search=x'])
      expect(Object.keys(tagsOf(await htmlOf(path))).filter((name) => name.startsWith('og:'))).toEqual([]);
  });
});

describe('structured data', () => {
  it('describe the site on its front page', async () => {
    const things = thingsOf(await htmlOf('/'));
    expect(thing(things, 'WebSite')).toMatchObject({
      name: 'Вести',
      potentialAction: { '@type': 'SearchAction', 'query-input': 'required name=search_term_string' },
    });
    expect(thing(things, 'Organization')).toMatchObject({
      name: 'Вести',
      email: 'hello@news.example',
      sameAs: ['https://t.me/news'],
      logo: { '@type': 'ImageObject' },
    });
  });

  it('have the required fields of an article, its way and its comments', async () => {
    const html = await htmlOf(`/posts/${post.slug}`);
    expect(html).not.toContain('<script>alert(1)');
    const things = thingsOf(html);
    expect(thing(things, 'NewsArticle')).toMatchObject({
      headline: title,
      datePublished: expect.stringMatching(/Z$/),
      dateModified: expect.stringMatching(/Z$/),
      author: [{ '@type': 'Person', name: 'вера', url: expect.stringContaining(authorPath) }],
      publisher: { '@type': 'Organization', logo: { '@type': 'ImageObject' } },
      articleSection: 'Город',
      image: [{ '@type': 'ImageObject', url: expect.stringContaining('/card.jpg?v='), width: 1200 }],
      commentCount: 1,
      comment: [{ '@type': 'Comment', text: 'Согласна </script>', author: { '@type': 'Person' } }],
    });
    const steps = thing(things, 'BreadcrumbList')?.itemListElement as Array<{
      position: number;
      name: string;
    }>;
    expect(steps.map(({ position, name }) => [position, name])).toEqual([
      [1, 'Главная'],
      [2, 'Город'],
      [3, title],
    ]);
  });

  it('use classes and properties that schema.org defines, on every page', async () => {
    for (const path of [...publicPages(), `/posts/${post.slug}`]) {
      const things = thingsOf(await htmlOf(path));
      expect(things.flatMap((found) => unknownToSchemaOrg(found, `${path} ${found['@type']}`))).toEqual([]);
    }
    const wrong = {
      '@type': 'NewsArticle',
      titel: 'x',
      author: { '@type': 'Place' },
      about: { '@type': 'Nonsense' },
    };
    expect(unknownToSchemaOrg(wrong)).toEqual([
      '.titel: no property of NewsArticle',
      '.author: no Place',
      '.about: no Nonsense',
      '.about: no class Nonsense',
    ]);
  });

  it('have the fields that search engines document', async () => {
    const things = [];
    for (const path of ['/', authorPath, `/categories/${category.slug}`, `/posts/${post.slug}`])
      things.push(...thingsOf(await htmlOf(path)));
    for (const [type, fields] of Object.entries(documentedFields)) {
      const found = thing(things, type);
      for (const field of fields) expect(valueAt(found, field), `${type}: ${field}`).toMatch(/./);
    }
  });

  it('call a post without a category a blog posting', async () => {
    const { slug } = await app.createPost(author, { title: 'Без категории', content: 'Слово' });
    expect(thing(thingsOf(await htmlOf(`/posts/${slug}`)), 'BlogPosting')).toMatchObject({
      headline: 'Без категории',
    });
  });

  it('describe authors and categories', async () => {
    expect(thing(thingsOf(await htmlOf(authorPath)), 'ProfilePage')).toMatchObject({
      mainEntity: { '@type': 'Person', name: 'вера' },
    });
    expect(thing(thingsOf(await htmlOf(`/categories/${category.slug}`)), 'BreadcrumbList')).toBeDefined();
  });
});

it('oEmbed is found from the page and has the required fields', async () => {
  const html = await htmlOf(`/posts/${post.slug}`);
  const href = /type="application\/json\+oembed"[^>]*href="([^"]+)"/.exec(html)?.[1] ?? '';
  const { body, status } = await app.fetch(new URL(href).pathname);
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({
      version: '1.0',
      type: 'rich',
      title,
      provider_name: 'Вести',
      author_name: 'вера',
    }),
  ]);
  expect(body).toMatchObject({ width: expect.any(Number), height: expect.any(Number) });
  expect(body.html).toContain('&lt;script&gt;');
  expect(body.html).not.toContain('<script');
});

it('oEmbed takes the address of an article', async () => {
  const embed = (query: Record<string, string>) => app.fetch(`/oembed?${new URLSearchParams(query)}`);
  const url = `${app.origin}/posts/${post.slug}`;
  expect((await embed({ url })).body).toMatchObject({ title, thumbnail_width: 1200, width: 600 });
  const small = await embed({ url: `${url}?utm_source=x#comments`, maxwidth: '320', maxheight: '200' });
  expect(small.body).toMatchObject({ title, width: 320, height: 200 });
  expect(small.body).not.toHaveProperty('thumbnail_url');
  const xml = await embed({ url, format: 'xml' });
  expect(xml.headers.get('content-type')).toBe('text/xml; charset=utf-8');
  expect(xml.body).toContain('<oembed><version>1.0</version><type>rich</type><title>Ночь &lt;/script&gt;');
  const others = ['', 'x', app.origin, `${app.origin}/posts/net`, `https://news.example/posts/${post.slug}`];
  for (const other of [...others, `${app.origin}/posts/%FF`, `${url}/edit`])
    expect([other, (await embed({ url: other })).status]).toEqual([other, 404]);
  expect((await embed({ url, format: 'yaml' })).status).toBe(404);
});
