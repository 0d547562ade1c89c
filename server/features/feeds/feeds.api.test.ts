import { Readable } from 'node:stream';
import { parseFeed } from '@rowanmanning/feed-parser';
import FeedParser from 'feedparser';
import RssParser from 'rss-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let author: TestUser;
let category: { id: number; slug: string; name: string };
let post: { id: number; slug: string; title: string };

const hostile = 'Ночь ]]> & <b>"трамвай"</b> \u0007 №5';
const shown = 'Ночь ]]> & <b>"трамвай"</b>  №5';
const content = `Первый абзац с [ссылкой](/posts/x) и ]]>.

https://youtu.be/dQw4w9WgXcQ

${'Длинный текст о городе. '.repeat(20)}`;

beforeAll(async () => {
  app = await createTestApp({ env: { CACHE_MB: '64', SITE_NAME: 'Вести & Co' } });
  author = await app.createUser({ username: 'вера' });
  category = await app.createCategory('Город & люди');
  post = await app.createPost(author, { title: 'Ночной трамвай', content, category: category.id });
  // The API refuses control characters; an import of another system may not have.
  await app.db.updateTable('posts').set({ title: hostile }).where('id', '=', post.id).execute();
  await app.call('createComment', { as: author, body: { post: post.id, content: 'Согласна <b>!</b>\nДа' } });
});
afterAll(() => app.stop());

const contentTypes: Record<string, string> = {
  'rss.xml': 'application/rss+xml; charset=utf-8',
  'atom.xml': 'application/atom+xml; charset=utf-8',
  'feed.json': 'application/feed+json; charset=utf-8',
};

const folders = () => ['', `/categories/${category.slug}`, `/users/${encodeURIComponent('вера')}`];
const textOf = async (path: string): Promise<string> => {
  const { status, body } = await app.fetch(path);
  expect(status, path).toBe(200);
  return typeof body === 'string' ? body : JSON.stringify(body);
};

/** What the documentation of Дзен requires or does not allow in an item (dzen.ru/help, «Разметка и подключение ленты RSS»). */
function dzenProblems(xml: string): string[] {
  return Array.from(xml.matchAll(/<item>(.*?)<\/item>/gs), ([, item = '']) => {
    const textOf = (name: string) => new RegExp(`<${name}[^>]*>(.*?)</${name}>`, 's').exec(item)?.[1] ?? '';
    const html = textOf('content:encoded');
    const elements = new Set(Array.from(html.matchAll(/<(\w+)/g), ([, name = '']) => name));
    const known = 'p a b i u s h1 h2 h3 h4 blockquote ul ol li figure figcaption img span video source'.split(
      ' ',
    );
    const pictures = Array.from(html.matchAll(/<img src="([^"]+)"/g), ([, url = '']) => url);
    const required = ['title', 'link', 'guid', 'pubDate', 'media:rating', 'category', 'content:encoded'];
    return [
      ...required.filter((name) => textOf(name) === '').map((name) => `no ${name}`),
      ...(['adult', 'nonadult'].includes(textOf('media:rating')) ? [] : [`rating ${textOf('media:rating')}`]),
      ...(Number.isNaN(Date.parse(textOf('pubDate'))) ? ['date'] : []),
      ...(/[?]/.test(textOf('link')) ? ['parameters in the address'] : []),
      ...(html.replace(/<[^<>]*>/g, '').length < 300 ? ['short'] : []),
      ...[...elements].filter((name) => !known.includes(name)).map((name) => `element ${name}`),
      ...pictures
        .filter((url) => !item.includes(`<enclosure url="${url}"`))
        .map((url) => `no enclosure ${url}`),
    ];
  }).flat();
}

/** Items by feedparser, which reads a stream. */
async function readWithFeedparser(xml: string): Promise<FeedParser.Item[]> {
  const parser = Readable.from([xml]).pipe(new FeedParser({ normalize: true }));
  const items: FeedParser.Item[] = [];
  for await (const item of parser) items.push(item);
  return items;
}

describe('feeds of posts', () => {
  it('are read by three parsers', async () => {
    for (const folder of folders())
      for (const file of ['rss.xml', 'atom.xml']) {
        const xml = await textOf(`${folder}/${file}`);
        const url = `http://localhost:8000/posts/${post.slug}`;
        const byRssParser = await new RssParser().parseString(xml);
        expect(byRssParser.items).toMatchObject([{ title: shown, link: url }]);
        expect(byRssParser.items[0]?.isoDate).toBeDefined();
        const byFeedparser = await readWithFeedparser(xml);
        // It takes markup out of titles.
        const title = shown.replace(/<\/?b>/g, '');
        expect(byFeedparser).toMatchObject([{ title, link: url, author: 'вера' }]);
        expect(byFeedparser[0]?.description).toContain('href="https://youtu.be/dQw4w9WgXcQ"');
        const byRowanmanning = parseFeed(xml);
        expect(byRowanmanning.title).toContain('Вести & Co');
        expect(byRowanmanning.items).toMatchObject([{ url, authors: [{ name: 'вера' }] }]);
        expect(byRowanmanning.items[0]?.content).toContain(']]>.');
        expect(byRowanmanning.items[0]?.content).toContain('href="http://localhost:8000/posts/x"');
        expect(xml).not.toMatch(/<script|class=/);
      }
  });

  it('show signs of HTML in a description as text', async () => {
    const { slug } = await app.createPost(author, {
      title: 'Про угловые скобки',
      content: 'Если a \\<b и b> c, то `List<String>`. Скрипт \\<script>alert(1)\\</script> тоже.',
    });
    const [item] = await readWithFeedparser(await textOf('/rss.xml'));
    expect(item?.summary).toBe(
      'Если a &lt;b и b&gt; c, то List&lt;String&gt;. Скрипт &lt;script&gt;alert(1)&lt;/script&gt; тоже.',
    );
    expect(await textOf('/rss/dzen.xml')).not.toContain('<description>Если a &lt;b');
    await app.call('deletePost', { as: author, params: { slug } });
  });

  it('have the same ids in every format, which survive a new slug', async () => {
    const idsOf = async () => {
      const rss = await new RssParser().parseString(await textOf('/rss.xml'));
      const atom = await new RssParser().parseString(await textOf('/atom.xml'));
      const json = JSON.parse(await textOf('/feed.json'));
      return [rss.items[0]?.guid, atom.items[0]?.id, json.items[0].id];
    };
    const id = `tag:localhost,2026:post/${post.id}`;
    expect(await idsOf()).toEqual([id, id, id]);
    await app.db.updateTable('posts').set({ slug: 'new-slug' }).where('id', '=', post.id).execute();
    post = { ...post, slug: 'new-slug' };
    await expect.poll(() => textOf('/rss.xml')).toContain('/posts/new-slug');
    expect(await idsOf()).toEqual([id, id, id]);
  });

  it('are valid JSON Feeds', async () => {
    for (const folder of folders()) {
      const feed = JSON.parse(await textOf(`${folder}/feed.json`));
      expect(feed).toMatchObject({
        version: 'https://jsonfeed.org/version/1.1',
        feed_url: `http://localhost:8000${folder}/feed.json`,
        language: 'ru',
        items: [{ url: `http://localhost:8000/posts/${post.slug}`, authors: [{ name: 'вера' }] }],
      });
      expect(Date.parse(feed.items[0].date_published)).not.toBeNaN();
    }
  });

  it.each(['/feed', '/feed/', '/rss', '/rss/'])('are also at %s', async (path) => {
    expect(await textOf(path)).toBe(await textOf('/rss.xml'));
  });

  it('have an ETag, and change after a write', async () => {
    for (const file of Object.keys(contentTypes)) {
      const { headers } = await app.fetch(`/${file}`);
      expect(headers.get('content-type')).toBe(contentTypes[file]);
      const etag = headers.get('etag') ?? '';
      const again = await app.fetch(`/${file}`, { headers: { 'if-none-match': etag } });
      expect([again.status, again.body]).toEqual([304, null]);
    }
    const before = (await app.fetch('/rss.xml')).headers.get('etag') ?? '';
    const other = await app.createPost(author, { title: 'Второй текст', content: 'Слово' });
    const changed = await app.fetch('/rss.xml', { headers: { 'if-none-match': before } });
    expect(changed.status).toBe(200);
    expect(changed.body).toContain('Второй текст');
    await app.call('deletePost', { as: author, params: { slug: other.slug } });
    expect(await textOf('/rss.xml')).not.toContain('Второй текст');
  });

  it('contain no more stored text than their limit', async () => {
    const { id } = await app.createPost(author, { title: 'Огромный', content: 'Слово' });
    const html = `<p>${'я'.repeat(600_000)}</p>`;
    await app.db.updateTable('posts').set({ content_html: html }).where('id', '=', id).execute();
    const feed = JSON.parse(await textOf('/feed.json'));
    expect(feed.items.map((item: object) => 'content_html' in item)).toEqual([false, false]);
    await app.db.deleteFrom('posts').where('id', '=', id).execute();
  });

  it('stay readable and small with 10 MB of text', async () => {
    const texts = Array.from({ length: 10 }, (_, index) => `Ночь ]]> & <b> \u0007 ${index}`);
    const before = await app.db.selectFrom('posts').select('id').execute();
    const html = `<p>${'Ночь ]]&gt; \u0001 '.repeat(60_000)}</p>`;
    expect(Buffer.byteLength(html) * texts.length).toBeGreaterThan(10_000_000);
    for (const [index, title] of texts.entries()) {
      const { id } = await app.createPost(author, { title: `Том ${index}`, content: 'Слово' });
      await app.db.updateTable('posts').set({ title, content_html: html }).where('id', '=', id).execute();
    }
    for (const file of ['rss.xml', 'atom.xml', 'feed.json']) {
      const text = await textOf(`/${file}`);
      expect(Buffer.byteLength(text)).toBeLessThan(2_000_000);
      const titles =
        file === 'feed.json' ? JSON.parse(text).items : (await new RssParser().parseString(text)).items;
      expect(titles.map(({ title }: { title: string }) => title.replaceAll('\u0007', ''))).toEqual(
        expect.arrayContaining(['Ночь ]]> & <b>  9']),
      );
    }
    const ids = before.map(({ id }) => id);
    await app.db.deleteFrom('posts').where('id', 'not in', ids).execute();
  });

  it('return 404 for what does not exist', async () => {
    for (const path of ['/categories/net/rss.xml', '/users/nobody/atom.xml', '/posts/net/feed.json'])
      expect((await app.fetch(path)).status).toBe(404);
  });
});

it('the feed of comments has the comments of the post', async () => {
  const xml = await textOf(`/posts/${post.slug}/rss.xml`);
  const { items } = await new RssParser().parseString(xml);
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({
    title: `вера: комментарий к статье «${shown}»`,
    'content:encoded': '<p>Согласна &lt;b&gt;!&lt;/b&gt;<br>Да</p>',
  });
  expect(items[0]?.link).toMatch(/\/posts\/new-slug#comment-\d+$/);
});

it('the feed for Дзен has the required elements, and only new and long texts', async () => {
  const short = await app.createPost(author, { title: 'Короткий', content: 'Слово' });
  const old = await app.createPost(author, { title: 'Давний', content });
  const created_at = new Date(Date.now() - 4 * 24 * 3_600_000);
  await app.db.updateTable('posts').set({ created_at }).where('id', '=', old.id).execute();
  const xml = await textOf('/rss/dzen.xml');
  const { items } = await new RssParser({ customFields: { item: ['media:rating'] } }).parseString(xml);
  expect(items.map(({ title }) => title)).toEqual([shown]);
  expect(items[0]?.categories).toEqual(expect.arrayContaining(['format-article', 'index', 'comment-all']));
  expect(xml).toContain('<media:rating scheme="urn:simple">nonadult</media:rating>');
  expect(xml).toMatch(/<pubDate>\w{3}, \d\d \w{3} \d{4} [\d:]{8} \+0000<\/pubDate>/);
  expect(xml).toContain('<language>ru</language>');
  expect(xml).not.toContain(short.title);
  expect(dzenProblems(xml)).toEqual([]);
  const wrong = xml
    .replace(/<guid.*?<\/guid>/, '')
    .replace('>nonadult<', '>all<')
    .replace('<p>', '<p><div>');
  expect(dzenProblems(wrong)).toEqual(['no guid', 'rating all', 'element div']);
});
