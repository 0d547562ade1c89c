import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readHere } from '#tests/support/read-texts.ts';
import { findTranslations } from './blog-languages.ts';
import { openImportFolder } from './import-folder.ts';
import { planFolder } from './import-plan-service.ts';

const now = new Date('2026-11-01T00:00:00Z');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'news-site-blog-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}
const article = (fields = '') => `---\ntitle: Ночь\ndate: 2020-03-04\n${fields}---\n\nТекст.\n`;
const plan = async () => planFolder(await openImportFolder(folder), { now, read: readHere });

describe('earlier addresses', () => {
  it.each([
    [
      '_config.yml',
      'permalink: /blog/:year/:month/:title/\n',
      '_posts/2020-03-04-noch.md',
      '',
      '/blog/2020/03/noch/',
    ],
    [
      '_config.yml',
      'permalink: pretty\n',
      '_posts/2020-03-04-noch.md',
      'categories: [a, b]\n',
      '/a/b/2020/03/04/noch/',
    ],
    ['_config.yml', 'title: Блог\n', '_posts/2020-03-04-noch.md', '', '/2020/03/04/noch.html'],
    [
      '_config.yml',
      'title: Блог\n',
      '_posts/2020-03-04-noch.md',
      'categories: a b\n',
      '/a/b/2020/03/04/noch.html',
    ],
    [
      '_config.yml',
      'title: Блог\n',
      '_posts/2020-03-04-noch.md',
      'category: a b\n',
      '/a%20b/2020/03/04/noch.html',
    ],
    [
      '_config.yml',
      'permalink: :year/:i_month/:title.html\n',
      'source/_posts/noch.md',
      '',
      '/2020/3/noch.html',
    ],
    [
      'hugo.toml',
      '[permalinks]\nposts = "/:year/:slug/"\n',
      'content/posts/noch.md',
      'slug: tma\n',
      '/2020/tma/',
    ],
    ['hugo.toml', 'title = "Блог"\n', 'content/posts/noch/index.md', '', '/posts/noch/'],
    ['eleventy.config.js', '', 'src/posts/noch.md', '', '/posts/noch/'],
  ])('are those of %s with %j', async (config, text, file, fields, address) => {
    put(config, text);
    put(file, article(fields));
    const { plans } = await plan();
    expect(plans).toMatchObject([{ article: { addresses: [address] } }]);
  });

  it('have the folders around the articles of Jekyll, which may be the folder of the blog', async () => {
    put('_config.yml', 'title: Блог\n');
    put('gorod/_posts/2020-03-04-noch.md', article('category: a\ncategories: b c\n'));
    expect((await plan()).plans).toMatchObject([
      {
        article: {
          category: { text: 'a' },
          addresses: ['/gorod/a/b/c/2020/03/04/noch.html', '/a/b/c/2020/03/04/noch.html'],
        },
      },
    ]);
  });

  it('of Jekyll have the day that was written, and that of UTC and of the time zone of the blog', async () => {
    put('_config.yml', 'permalink: /:month/:day/:title/\ntimezone: Asia/Vladivostok\n');
    put('_posts/2020-03-04-a.md', '---\ntitle: А\ndate: 2020-03-04 22:44:26 -0700\n---\nТекст.');
    put('_posts/2020-03-04-b.md', '---\ntitle: Б\ndate: 2020-03-04 15:00:00\n---\nТекст.');
    expect((await plan()).plans).toMatchObject([
      { article: { addresses: ['/03/04/a/', '/03/05/a/'] } },
      { article: { addresses: ['/03/04/b/', '/03/05/b/'] } },
    ]);
  });

  it('are none if a placeholder is unknown', async () => {
    put('_config.yml', 'permalink: /:secret/:title/\n');
    put('_posts/2020-03-04-noch.md', article());
    expect((await plan()).plans).toMatchObject([{ article: { addresses: [] } }]);
  });
});

it('splits categories of Jekyll at spaces, and of no other generator', async () => {
  put('_config.yml', 'title: Блог\n');
  put('source/_posts/noch.md', article('categories: a b\n'));
  expect((await plan()).plans).toMatchObject([{ article: { category: { text: 'a b' } } }]);
});

it('gives articles without a date the chosen one, and no earlier address with it', async () => {
  put('_config.yml', 'permalink: /:year/:title/\n');
  put('_posts/noch.md', '---\ntitle: Ночь\n---\nТекст.');
  put('_posts/2020-03-04-den.md', '---\ntitle: День\n---\nТекст.');
  const undated = new Date('2026-01-30T21:00:00Z');
  const { plans } = await planFolder(await openImportFolder(folder), { now, read: readHere, undated });
  expect(plans).toMatchObject([
    { article: { createdAt: new Date('2020-03-03T21:00:00Z'), addresses: ['/2020/den/'] } },
    { article: { createdAt: undated, addresses: [] } },
  ]);
  expect((await plan()).plans).toMatchObject([{}, { problem: { key: 'imports.dateMissing' } }]);
});

it('finds pictures by the address of the blog, which the operator may say', async () => {
  put('static/i/a.png', '');
  put(
    'noch.md',
    article('image: https://old.example/blog/i/a.png\n').replace(
      'Текст',
      '![](https://old.example/blog/i/a.png)',
    ),
  );
  const opened = await openImportFolder(folder);
  const { plans } = await planFolder(opened, { now, read: readHere }, 'https://old.example/blog/');
  expect(plans).toMatchObject([
    { article: { image: { text: '/i/a.png' }, pictures: [{ target: '/i/a.png' }] } },
  ]);
  expect(await opened.locatePicture('noch.md', '/i/a.png')).toMatch(/static\/i\/a\.png$/);
});

it('takes the author of the configuration', async () => {
  put('_config.yml', 'author:\n  name: Вера Летова\n');
  expect((await plan()).author).toEqual({ text: 'Вера Летова', line: 1 });
});

it('ignores a configuration that cannot be read', async () => {
  put('_config.yml', 'a: [\n');
  put('a.md', article());
  expect((await plan()).plans).toMatchObject([{ article: { slug: 'a' } }]);
});

it('gives the second of two articles with one name its date', async () => {
  put('2020/noch.md', article());
  put('2021/noch.md', article());
  expect((await plan()).plans).toMatchObject([
    { article: { slug: 'noch' } },
    { article: { slug: 'noch-2020-03-04', remarks: [{ key: 'imports.slugChanged' }] } },
  ]);
});

it.each([
  [['a/index.en.md', 'a/index.ru.md', 'b/index.en.md'], { 'a/index.en.md': 'a/index.ru.md' }],
  [['content/en/a.md', 'content/ru/a.md', 'content/fr/c.md'], { 'content/en/a.md': 'content/ru/a.md' }],
  [['docs/a.md', 'zh-cn/docs/a.md'], { 'zh-cn/docs/a.md': 'docs/a.md' }],
  [['it/a.md', 'b.md'], {}],
])('of %j takes one language', (files, translations) => {
  expect(Object.fromEntries(findTranslations(files))).toEqual(translations);
});
