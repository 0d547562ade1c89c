import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readHere } from '#tests/support/read-texts.ts';
import type { Outcome } from './article-plan.ts';
import { convertItem, type SourceArticle } from './import-source.ts';
import { openSource, type SourceOptions } from './open-source-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'news-site-ghost-'));
const now = new Date('2026-01-01T00:00:00Z');
const siteUrl = 'https://blog.example';
afterAll(() => rmSync(folder, { recursive: true }));

const post = (fields: object) => ({
  id: '1',
  uuid: 'u-1',
  title: 'Статья',
  slug: 'statya',
  type: 'post',
  status: 'published',
  visibility: 'public',
  published_at: '2020-05-04T10:00:00.000Z',
  ...fields,
});

async function read(data: object, options: SourceOptions = { siteUrl }) {
  const file = join(folder, 'blog.ghost.json');
  writeFileSync(file, JSON.stringify({ db: [{ meta: { version: '5.0.0' }, data }] }));
  const source = await openSource(file, options, { now, read: readHere });
  const items: Array<SourceArticle | Outcome> = [];
  for await (const item of source.read()) items.push(await convertItem(item));
  return { source, items, articles: items.filter((item): item is SourceArticle => 'article' in item) };
}

async function textOf(fields: object) {
  const { articles } = await read({ posts: [post(fields)] });
  return {
    content: articles[0]?.article.content,
    remarks: articles[0]?.article.remarks.map(({ key }) => key),
  };
}

it('reads articles with authors, the first public tag, dates and addresses', async () => {
  const { source, articles } = await read({
    posts: [
      post({
        id: '1',
        html: '<p>Текст</p>',
        feature_image: '__GHOST_URL__/content/images/a.png',
        featured: 1,
      }),
      post({
        id: '2',
        slug: 'plan',
        status: 'scheduled',
        published_at: '2027-01-01T00:00:00.000Z',
        html: '<p>П</p>',
      }),
      post({ id: '3', slug: 'paid', visibility: 'paid', html: '<p>За деньги</p>' }),
      post({ id: '4', slug: 'about', type: 'page', html: '<p>О нас</p>' }),
      post({ id: '5', slug: 'mail', status: 'sent', html: '<p>Письмо</p>' }),
    ],
    posts_meta: [{ post_id: '1', feature_image_caption: 'Фото: <b>Анна</b>' }],
    users: [
      { id: 'a', name: 'Анна Котова', slug: 'anna', email: 'anna@example.com' },
      { id: 'b', name: 'Борис', slug: 'boris' },
    ],
    posts_authors: [
      { post_id: '1', author_id: 'b', sort_order: 1 },
      { post_id: '1', author_id: 'a', sort_order: 0 },
    ],
    tags: [
      { id: 't0', name: '#note', slug: 'hash-note', visibility: 'internal' },
      { id: 't1', name: 'Город', slug: 'gorod' },
      { id: 't2', name: 'Дом', slug: 'dom' },
    ],
    posts_tags: [
      { post_id: '1', tag_id: 't0', sort_order: 0 },
      { post_id: '1', tag_id: 't1', sort_order: 1 },
      { post_id: '1', tag_id: 't2', sort_order: 2 },
    ],
  });
  expect(articles.map(({ id, article }) => [id, article.status, article.publishAt])).toEqual([
    ['1', 'published', null],
    ['2', 'draft', new Date('2027-01-01T00:00:00Z')],
    ['3', 'draft', null],
    ['5', 'draft', null],
  ]);
  expect(articles[0]?.article).toMatchObject({
    createdAt: new Date('2020-05-04T10:00:00Z'),
    category: { text: 'Город' },
    image: { text: `${siteUrl}/content/images/a.png` },
    imageCaption: 'Фото: Анна',
    addresses: ['/statya/', '/p/u-1/'],
    author: { person: { username: 'anna', email: 'anna@example.com', isVerified: true } },
    remarks: [{ key: 'imports.coauthor', values: { author: 'Борис' } }],
  });
  expect(articles[2]?.article.remarks).toEqual([{ key: 'imports.membersArticle' }]);
  expect([...source.knownCategories.values()].map(({ slug }) => slug)).toEqual(['gorod', 'dom']);
  expect(source.problems.map(({ key, values }) => [key, values?.count])).toEqual([
    ['imports.tagsLeftOut', 1],
    ['imports.featuredLeftOut', 1],
  ]);
  const withPages = await read(
    { posts: [post({ type: 'page', html: '<p>О нас</p>' })] },
    { siteUrl, hasPages: true },
  );
  expect(withPages.articles).toHaveLength(1);
});

it('converts the cards of the HTML', async () => {
  const html = [
    '<figure class="kg-card kg-image-card kg-card-hascaption"><img src="__GHOST_URL__/content/images/b.png" class="kg-image" alt="мост"><figcaption>Мост</figcaption></figure>',
    '<figure class="kg-card kg-gallery-card"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="https://x.example/1.png"></div><div class="kg-gallery-image"><img src="https://x.example/2.png"></div></div></div></figure>',
    '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://x.example/page"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Закладка</div><div class="kg-bookmark-metadata"><img src="https://x.example/icon.png"></div></div></a></figure>',
    '<figure class="kg-card kg-embed-card"><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed"></iframe></figure>',
    '<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Важно: <strong>да</strong></div></div>',
    '<div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">Ещё</h4><button><svg></svg></button></div><div class="kg-toggle-content"><p>Внутри</p></div></div>',
    '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="https://x.example/f.pdf"><div class="kg-file-card-title">Отчёт</div><svg></svg></a></div>',
    '<div class="kg-card kg-button-card"><a href="https://x.example/go" class="kg-btn">Пойти</a></div>',
    '<div class="kg-card kg-signup-card"><form><input></form></div>',
    '<pre><code class="language-js">a &lt; b</code></pre>',
    '<script>alert(1)</script><p><a href="__GHOST_URL__/other/">ссылка</a></p>',
    '<p><a href="#/portal/signup">подпишитесь</a>, <a href="__GHOST_URL__/content/files/plan.pdf">план</a></p>',
  ].join('\n');
  const { content, remarks } = await textOf({ html });
  expect(content).toBe(
    [
      '![мост](https://blog.example/content/images/b.png "Мост")',
      '![](https://x.example/1.png)\n![](https://x.example/2.png)',
      '[Закладка](https://x.example/page)',
      'https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed',
      '> Важно: **да**',
      '<details><summary>Ещё</summary>',
      'Внутри',
      '</details>',
      '[Отчёт](https://x.example/f.pdf)',
      '[Пойти](https://x.example/go)',
      '```js\na < b\n```',
      '[ссылка](/other/)',
      'подпишитесь, [план](https://blog.example/content/files/plan.pdf)',
    ].join('\n\n'),
  );
  expect(remarks).toEqual(['imports.blockDropped', 'imports.fileElsewhere']);
});

it('reads a document of Lexical where the HTML is missing', async () => {
  const text = (value: string, format = 0) => ({ type: 'extended-text', text: value, format });
  const lexical = JSON.stringify({
    root: {
      type: 'root',
      children: [
        { type: 'extended-heading', tag: 'h2', children: [text('Глава')] },
        {
          type: 'paragraph',
          children: [text('Жирно', 1), text(' и <код>', 16), { type: 'linebreak' }, text('дальше')],
        },
        { type: 'list', listType: 'number', children: [{ type: 'listitem', children: [text('раз')] }] },
        { type: 'extended-quote', children: [text('Цитата')] },
        { type: 'paragraph', children: [{ type: 'link', url: '__GHOST_URL__/x/', children: [text('там')] }] },
        { type: 'image', src: '__GHOST_URL__/content/images/c.png', alt: 'кот', caption: 'Кот' },
        { type: 'embed', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', html: '<iframe></iframe>' },
        { type: 'markdown', markdown: '| а | б |\n| - | - |\n| 1 | 2 |' },
        { type: 'codeblock', language: 'ts"><b>', code: 'x < 1' },
        { type: 'paywall' },
        { type: 'transistor' },
        { type: 'constructor' },
      ],
    },
  });
  const { content, remarks } = await textOf({ html: null, lexical });
  expect(content).toBe(
    [
      '## Глава',
      '**Жирно**` и <код>`\\\nдальше',
      '1. раз',
      '> Цитата',
      '[там](/x/)',
      '![кот](https://blog.example/content/images/c.png "Кот")',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      '| а | б |\n| - | - |\n| 1 | 2 |',
      '```\nx < 1\n```',
    ].join('\n\n'),
  );
  expect(remarks).toEqual(['imports.blockDropped', 'imports.blockDropped']);
});

it('reads a document of Mobiledoc where the HTML is missing', async () => {
  const mobiledoc = JSON.stringify({
    version: '0.3.1',
    markups: [['strong'], ['a', ['rel', 'nofollow', 'href', 'https://x.example/?a=1&b=2']], ['script']],
    atoms: [['soft-return', '', {}]],
    cards: [
      ['card-markdown', { markdown: '*курсив*' }],
      ['image', { src: 'https://x.example/d.png', caption: 'Подпись' }],
      ['hr', {}],
      ['callout', { calloutText: 'Совет' }],
    ],
    sections: [
      [1, 'h3', [[0, [], 0, 'Раздел']]],
      [
        1,
        'p',
        [
          [0, [0], 1, 'Жирно'],
          [1, [], 0, 0],
          [0, [1], 1, 'ссылка'],
          [0, [2], 9, ' <текст>'],
        ],
      ],
      [3, 'ul', [[[0, [], 0, 'раз']], [[0, [], 0, 'два']]]],
      [10, 0],
      [10, 1],
      [10, 2],
      [10, 3],
      [10, 99],
    ],
  });
  const { content } = await textOf({ html: '', mobiledoc });
  expect(content).toBe(
    [
      '### Раздел',
      '**Жирно**\\\n[ссылка](https://x.example/?a=1\\&b=2) <текст>',
      '- раз\n- два',
      '*курсив*',
      '![](https://x.example/d.png "Подпись")',
      '---',
      '> Совет',
    ].join('\n\n'),
  );
});

it('refuses files that are no exports, and texts that are no documents', async () => {
  const file = join(folder, 'other.json');
  for (const text of ['{"a": 1}', '{"db": [', '{"data": {"posts": {}}}']) {
    writeFileSync(file, text);
    await expect(openSource(file, {}, { now, read: readHere })).rejects.toMatchObject({
      problem: { key: 'imports.notGhost' },
    });
  }
  const { items } = await read({
    posts: [post({ lexical: '{' }), post({ id: '2', lexical: '{"root": 5}' }), null],
  });
  expect(items.map((item) => ('article' in item ? item.article.content : item.problem?.key))).toEqual([
    'imports.ghostText',
    'Статья',
  ]);
  const nested = '{"type":"quote","children":['.repeat(20_000) + ']}'.repeat(20_000);
  const deep = await read({ posts: [post({ lexical: `{"root":${nested}}` })] });
  expect(deep.articles).toHaveLength(1);
});

it('takes pictures from the folder of the blog, and says which are missing', async () => {
  writeFileSync(join(folder, 'here.png'), 'x');
  const { source } = await read({ posts: [] }, { mediaFolder: folder, isOffline: true });
  const { locatePicture } = source.pictures;
  const blog = 'http://ghost.invalid';
  expect(await locatePicture('', `${blog}/content/images/here.png`)).toBe(join(folder, 'here.png'));
  const online = await read({ posts: [] }, {});
  for (const target of [`${blog}/content/images/no.png`, 'http://127.0.0.1/a.png'])
    await expect(online.source.pictures.locatePicture('', target)).rejects.toThrow();
});
