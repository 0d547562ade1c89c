import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHere } from '#tests/support/read-texts.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { convertItem, type SourceArticle } from './import-source.ts';
import { emptyPeople } from './people.ts';
import { fetchPicture, isPublicAddress } from './picture-fetch.ts';
import { Refusal } from './problem.ts';
import { openWordPress } from './wordpress-source-service.ts';
import { convertWordPressText } from './wordpress-text.ts';

const now = new Date('2026-11-01T00:00:00Z');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'news-site-wordpress-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const convert = (html: string) =>
  convertWordPressText(html, {
    siteUrl: 'https://old.example',
    line: 1,
    findAttachment: (id) => (id < 10 ? `https://old.example/wp-content/uploads/${id}.png` : undefined),
    ownPictures: () => ['https://old.example/wp-content/uploads/own.png'],
  });

async function read(xml: string | Uint8Array, hasPages = false) {
  const file = join(folder, 'export.xml');
  writeFileSync(file, xml);
  const options = { people: emptyPeople, folder: undefined, isOffline: true, hasPages };
  const source = await openWordPress(file, options, { now, read: readHere });
  const found: SourceArticle[] = [];
  for await (const one of source.read()) found.push((await convertItem(one)) as SourceArticle);
  return { source, found };
}

const item = (fields: string, id = 7) => `<item><title>Заголовок</title><dc:creator>vera</dc:creator>
  <wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2020-01-02 03:04:05</wp:post_date_gmt><wp:post_name>slug-${id}</wp:post_name>
  <wp:post_type>post</wp:post_type>${fields}</item>`;
const channel = (items: string, head = '<?xml version="1.0" encoding="UTF-8"?>') =>
  `${head}<rss><channel><wp:base_blog_url>https://old.example/</wp:base_blog_url>
  <wp:author><wp:author_id>1</wp:author_id><wp:author_login>vera</wp:author_login><wp:author_email>vera@old.example</wp:author_email>
  <wp:author_display_name><![CDATA[Вера Летова]]></wp:author_display_name></wp:author>${items}</channel></rss>`;
const published = '<wp:status>publish</wp:status>';

describe('the text of WordPress', () => {
  it.each([
    ['Первая.\n\nВторая\nстрока.', 'Первая.\n\nВторая\\\nстрока.'],
    [
      '[caption id="a"]<a href="https://old.example/b.jpg"><img src="//old.example/b-300x200.jpg" alt="Вид"></a> Подпись[/caption]',
      '![Вид](https://old.example/b.jpg "Подпись")',
    ],
    [
      '[gallery ids="1,2"]',
      '![](https://old.example/wp-content/uploads/1.png)\n![](https://old.example/wp-content/uploads/2.png)',
    ],
    ['[gallery] [gallery]', '![](https://old.example/wp-content/uploads/own.png)'],
    ['[spoiler]Тайна[/spoiler], [spoil] и [cut]под катом[/cut]', 'Тайна, \\[spoil] и под катом'],
    [
      '[embed]https://www.youtube.com/watch?v=a_b-c_d1234[/embed]',
      'https://www.youtube.com/watch?v=a_b-c_d1234',
    ],
    [
      '<!-- wp:paragraph --><p>Клавиша <kbd>Ctrl</kbd>, H<sub>2</sub>O</p><!-- /wp:paragraph -->',
      'Клавиша <kbd>Ctrl</kbd>, H<sub>2</sub>O',
    ],
    [
      '<!-- wp:details --><details><summary>Ещё</summary><p>Да</p></details><!-- /wp:details -->',
      '<details><summary>Ещё</summary>\n\nДа\n\n</details>',
    ],
    [
      '<!-- wp:table --><figure><table><tr><td colspan="2" style="color:red" onclick="x()">1</td></tr></table></figure>',
      '<table><tbody><tr><td colspan="2">1</td></tr></tbody></table>',
    ],
    [
      '<!-- wp:embed --><figure><div>https://rutube.ru/video/0123456789abcdef0123456789abcdef/</div><figcaption>Ролик</figcaption></figure>',
      'https://rutube.ru/video/0123456789abcdef0123456789abcdef/\n\n*Ролик*',
    ],
    [
      '<p>Ссылка <a href="https://old.example/2020/01/a/?p=1">сюда</a><script>alert(1)</script></p>',
      'Ссылка [сюда](/2020/01/a/?p=1)',
    ],
  ])('%s', (html, markdown) => {
    expect(convert(html).content).toBe(markdown);
  });

  it('reports blocks and shortcodes whose content only WordPress knows', () => {
    const { content, remarks } = convert(
      '<!-- wp:latest-posts {"a":1} /--><!-- wp:latest-posts /--><p>Да [sic] [form id="1"]</p>',
    );
    expect(content).toBe('Да \\[sic]');
    expect(remarks.map(({ values }) => values?.what)).toEqual(['latest-posts', '[form id="1"]']);
  });

  it('converts the footnotes of the editor of blocks', () => {
    const mark = (id: string) =>
      `<sup data-fn="${id}" class="fn"><a href="#${id}" id="${id}-link">1</a></sup>`;
    const { content, remarks } = convertWordPressText(
      `<!-- wp:paragraph --><p>Раз${mark('a-1')}, два${mark('b-2')}, три${mark('c')}.</p><!-- /wp:paragraph --><!-- wp:footnotes /-->`,
      {
        siteUrl: 'https://old.example',
        line: 1,
        findAttachment: () => undefined,
        ownPictures: () => [],
        footnotes: [
          { id: 'a-1', html: 'Первая, <em>курсив</em>' },
          { id: 'b-2', html: 'Вторая<br>строка' },
        ],
      },
    );
    expect(content).toBe(
      'Раз[^1], два[^2], три<sup>[1](#c)</sup>.\n\n[^1]: Первая, *курсив*\n\n[^2]: Вторая\\\n    строка',
    );
    expect(remarks).toEqual([]);
  });

  it('drops links that run code', () => {
    expect(htmlToMarkdown('<a href="javascript:x()">a</a>', { siteUrl: undefined, line: 1 }).content).toBe(
      'a',
    );
  });
});

describe('an export of WordPress', () => {
  it('is read with author, state, discussion, cover and earlier addresses', async () => {
    const comment = (id: number, parent: number, state: string, text: string) =>
      `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>Зоя</wp:comment_author><wp:comment_date_gmt>2020-01-0${id} 00:00:00</wp:comment_date_gmt><wp:comment_content><![CDATA[${text}]]></wp:comment_content><wp:comment_approved>${state}</wp:comment_approved><wp:comment_parent>${parent}</wp:comment_parent><wp:comment_user_id>${id === 2 ? 1 : 0}</wp:comment_user_id></wp:comment>`;
    const discussion = [
      comment(1, 0, '1', 'Первый &amp; <b>жирный</b>'),
      comment(2, 1, '1', 'Ответ'),
      comment(3, 1, 'spam', 'Спам'),
      comment(4, 3, '1', 'Ответ на спам'),
      comment(5, 0, '0', 'Ждёт'),
    ].join('');
    const meta =
      '<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>9</wp:meta_value></wp:postmeta>';
    const text =
      '<content:encoded><![CDATA[Текст [gallery]]]></content:encoded><link>https://old.example/2020/01/a/</link>';
    const { source, found } = await read(
      channel(
        item(
          `${published}${text}${meta}${discussion}<category domain="category" nicename="gorod">Город</category>`,
        ) +
          item('<wp:status>private</wp:status>', 8) +
          item('<wp:status>trash</wp:status>', 10) +
          '<item><wp:post_id>9</wp:post_id><wp:post_parent>7</wp:post_parent><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://old.example/9.png</wp:attachment_url></item>',
      ),
    );
    expect([source.key, source.total]).toEqual(['wordpress:https://old.example', 2]);
    expect(found[0]).toMatchObject({
      id: '7',
      article: {
        slug: 'slug-7',
        status: 'published',
        createdAt: new Date('2020-01-02T03:04:05Z'),
        author: { text: 'vera', person: { email: 'vera@old.example', isVerified: true } },
        category: { text: 'Город' },
        image: { text: 'https://old.example/9.png' },
        content: 'Текст\n\n![](https://old.example/9.png)',
        addresses: ['https://old.example/2020/01/a/', '', '/?p=7'],
      },
      comments: [
        {
          content: 'Первый & жирный',
          replies: [{ author: { person: { username: 'vera' } } }, { content: 'Ответ на спам' }],
        },
        { content: 'Ждёт', hiddenReason: expect.any(String) },
      ],
    });
    expect(found[1]?.article).toMatchObject({ status: 'draft', remarks: [{ key: 'imports.hiddenArticle' }] });
  });

  it('in windows-1251 is read in it, declared or not', async () => {
    const encode = (text: string) =>
      Uint8Array.from(text, (letter) => {
        const code = letter.charCodeAt(0);
        return code >= 0x410 && code <= 0x44f ? code - 0x350 : code;
      });
    for (const head of ['<?xml version="1.0" encoding="windows-1251"?>', '<?xml version="1.0"?>']) {
      const { found, source } = await read(encode(channel(item(published), head)));
      expect(found[0]?.article.title).toBe('Заголовок');
      expect(source.problems).toMatchObject([{ values: { encoding: 'windows-1251' } }]);
    }
  });

  it.each([
    ['<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>', 'imports.xmlDoctype'],
    ['<!DOCTYPE rss SYSTEM "file:///etc/passwd">', 'imports.xmlDoctype'],
    ['<?xml version="1.0" encoding="utf-77"?>', 'imports.encodingUnknown'],
    ['<html>', 'imports.notWordPress'],
    ['&secret;', 'imports.xml'],
  ])('is refused when it begins with %s', async (head, key) => {
    const refusal = await read(channel(item(published), head)).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect((refusal as Refusal).problem.key).toBe(key);
  });

  it('with an article that does not end is refused before it fills the memory', async () => {
    const refusal = await read(channel(`<item><title>${'а'.repeat(33 * 1024 * 1024)}`)).catch(
      (error: unknown) => error,
    );
    expect((refusal as Refusal).problem.key).toBe('imports.xmlTooLong');
  });
});

describe('a picture of the web', () => {
  it.each([
    ['127.0.0.1', false],
    ['10.1.2.3', false],
    ['169.254.169.254', false],
    ['::1', false],
    ['::ffff:192.168.1.1', false],
    ['fd00::1', false],
    ['8.8.8.8', true],
  ])('behind %s is fetched: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });

  it('is not fetched from a private network, not by a name or a redirect either', async () => {
    for (const url of ['http://127.0.0.1/a.png', 'http://[::1]/a.png', 'http://localhost/a.png'])
      await expect(fetchPicture(url)).rejects.toMatchObject({ problem: { key: 'imports.picturePrivate' } });
  });

  it('is tried again after an error that may pass, follows redirects and has a limit', async () => {
    const asked: string[] = [];
    const server = createServer(({ url = '' }, response) => {
      asked.push(url);
      if (url === '/moved') response.writeHead(302, { location: '/flaky' }).end();
      else if (url === '/flaky' && asked.filter((one) => one === url).length < 2)
        response.writeHead(503).end();
      else if (url === '/flaky') response.end('picture');
      else if (url === '/large') response.end(Buffer.alloc(11 * 1024 * 1024));
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const options = { isAllowed: () => true, pauseMs: 0 };
    try {
      expect(Buffer.from(await fetchPicture(`${origin}/moved`, options)).toString()).toBe('picture');
      await expect(fetchPicture(`${origin}/large`, options)).rejects.toMatchObject({
        problem: { key: 'media.tooLarge' },
      });
      await expect(fetchPicture(`${origin}/none`, options)).rejects.toMatchObject({
        problem: { values: { reason: '404' } },
      });
      expect(asked.filter((one) => one === '/none')).toHaveLength(1);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

it.each(['<b><i>', '<u><b><kbd><i>', '<blockquote>', '<ul><li>'])(
  'converts %s nested two hundred times',
  (tags) => {
    const html = `${tags.repeat(200)}Текст`;
    expect(htmlToMarkdown(html, { siteUrl: undefined, line: 1 }).content).toContain('Текст');
  },
);
