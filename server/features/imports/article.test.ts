import { describe, expect, it } from 'vitest';
import { readArticle } from './article.ts';
import { Refusal } from './problem.ts';

const now = new Date('2026-11-20T12:00:00Z');
const read = (text: string, file = '2026-09-14-tramvay.md') => readArticle(file, text, now);
const withFields = (fields: string, body = 'Текст.') => `---\n${fields}\n---\n\n${body}\n`;

function getProblem(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error.problem;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('readArticle', () => {
  it('reads the fields of the front matter', () => {
    const fields = [
      'title: "Трамвай: ночь"',
      'date: 2026-09-14T09:30:00+03:00',
      'category: gorod',
      'author: vera',
      'slug: nochnoy-tramvay',
      'image: tramvay.webp',
      'image_alt: Ночь',
      'standfirst: До утра',
      'image_caption: Мост',
      'tags: [ночь, трамвай]',
    ].join('\n');
    expect(read(withFields(fields, 'Первый.\n\n![План](plan.png)'))).toEqual({
      file: '2026-09-14-tramvay.md',
      addresses: [],
      title: 'Трамвай: ночь',
      slug: 'nochnoy-tramvay',
      content: 'Первый.\n\n![План](plan.png)',
      createdAt: new Date('2026-09-14T06:30:00Z'),
      status: 'published',
      publishAt: null,
      views: 0,
      commentsEnabled: true,
      category: { text: 'gorod', line: 4 },
      author: { text: 'vera', line: 5 },
      standfirst: 'До утра',
      imageCaption: 'Мост',
      image: { text: 'tramvay.webp', line: 7 },
      pictures: [{ target: 'plan.png', line: 16 }],
      remarks: [],
    });
  });

  it('reads the front matter of other generators', () => {
    const toml =
      '+++\ntitle = "Ночь"\ndate = 2023-05-04T10:00:00+03:00\nauthors = ["Вера", "Пётр"]\n[cover]\nimage = "a.png"\n+++\n\nТекст.';
    expect(read(toml, 'content/noch/index.md')).toMatchObject({
      title: 'Ночь',
      slug: 'noch',
      createdAt: new Date('2023-05-04T07:00:00Z'),
      author: { text: 'Вера' },
      image: { text: 'a.png' },
      remarks: [{ key: 'imports.coauthor', values: { author: 'Пётр' } }],
    });
    const yaml =
      'title: Ночь\npubDate: Jul 08 2022\nauthor:\n  name: Вера\ncategories:\n  - Город\n  - Ночь\npermalink: /2022/07/tihaya-noch.html\nheroImage: ./a.png';
    expect(read(withFields(yaml))).toMatchObject({
      slug: 'tihaya-noch',
      createdAt: new Date('2022-07-07T21:00:00Z'),
      author: { text: 'Вера', line: 5 },
      category: { text: 'Город', line: 7 },
      image: { text: './a.png' },
    });
    expect(read('---\nTitle: Ночь\nDate: 2023-05-04\nSlug: noch\n---\n\nТекст.')).toMatchObject({
      title: 'Ночь',
      slug: 'noch',
    });
    expect(read(withFields('title: Ночь\ndate: 2023-05-04\ncover: true\npermalink: false'))).toMatchObject({
      slug: 'tramvay',
      image: undefined,
    });
    expect(getProblem(() => read('+++\ntitle = \n+++\nx'))).toMatchObject({ key: 'imports.toml', line: 2 });
  });

  it('reads articles without front matter, or with fields in a file beside them', () => {
    expect(read('# Ночной *трамвай*\n\nТекст.')).toMatchObject({
      title: 'Ночной трамвай',
      slug: 'tramvay',
      content: 'Текст.',
      createdAt: new Date('2026-09-13T21:00:00Z'),
    });
    expect(read('title: Ночь\ndate: 2026-01-01\n---\nТекст.', 'a.md').title).toBe('Ночь');
    const beside = new Map(
      Object.entries({ title: 'Не&shy;чь', date: '2026-01-01' }).map(([name, text]) => [
        name,
        { kind: 'text' as const, text, line: 1 },
      ]),
    );
    expect(readArticle('a/index.md', 'Текст.', now, { beside })).toMatchObject({ title: 'Нечь', slug: 'a' });
  });

  it('takes the description as standfirst, unless the article begins with it', () => {
    const described = (description: string, body?: string) =>
      read(withFields(`title: Ночь\ndescription: ${description}`, body));
    expect(described('До утра').standfirst).toBe('До утра');
    expect(
      described('Город ждал до самого утра.', '**Город** ждал до самого утра. И ещё.').standfirst,
    ).toBeNull();
    const long = described('я'.repeat(500));
    expect(long.standfirst).toHaveLength(400);
    expect(long.remarks).toMatchObject([{ key: 'imports.shortened' }]);
  });

  it('reads drafts of Jekyll and Hexo, which have no date', () => {
    const changedAt = new Date('2026-03-04T05:06:07Z');
    expect(readArticle('_drafts/noch.md', withFields('title: Ночь'), now, { changedAt })).toMatchObject({
      status: 'draft',
      createdAt: changedAt,
    });
  });

  it('takes date and slug from the file name if the front matter has none', () => {
    const article = read(withFields('title: Трамвай'));
    expect(article.slug).toBe('tramvay');
    expect(article.createdAt).toEqual(new Date('2026-09-13T21:00:00Z'));
  });

  it.each([
    ['posts/2026-09-14-Ночной Трамвай.md', 'nochnoy-tramvay'],
    ['posts/bez-daty.md', 'bez-daty'],
    ['posts/2026-09-14-tramvay/index.md', 'tramvay'],
    ['index.md', 'zagolovok'],
    ['2026-09-14-create.md', 'create-post'],
    ['2026-09-14-2026.md', '2026-post'],
  ])('derives from the path %s the slug %s', (file, slug) => {
    expect(read(withFields('title: Заголовок\ndate: 2026-01-01'), file).slug).toBe(slug);
  });

  it.each([
    ['draft: true', 'draft'],
    ['published: false', 'draft'],
    ['published: "no"', 'draft'],
    ['draft: false', 'published'],
    ['draft:', 'published'],
  ])('reads %s as %s', (field, status) => {
    expect(read(withFields(`title: Трамвай\n${field}`)).status).toBe(status);
  });

  it.each([
    ["'`<abbr>`'", '<abbr>'],
    ["'`<details>`, `<summary>` и <b>жирное</b>'", '<details>, <summary> и жирное'],
    ["'`__init__` и **`a*b*c`** &amp; ``x`y``'", '__init__ и a*b*c & x`y'],
    ["'<abbr>'", '<abbr>'],
  ])('keeps the code of the title %s', (written, title) =>
    expect(read(withFields(`title: ${written}`)).title).toBe(title),
  );

  it('makes slugs of decomposed letters as of composed ones', () => {
    const file = '2026-09-14-мой-ёж.md';
    for (const name of [file, file.normalize('NFD')])
      expect(read(withFields('title: Ночь'), name).slug).toBe('moy-yozh');
  });

  it('reads titles that look like numbers or booleans as text', () => {
    expect(read(withFields('title: 1984')).title).toBe('1984');
    expect(read(withFields('title: 007')).title).toBe('007');
    expect(read(withFields('title: нет')).title).toBe('нет');
    expect(read(withFields('title: "null"')).title).toBe('null');
  });

  it.each([
    ['Просто текст', 'imports.frontMatterMissing', 1],
    ['', 'imports.frontMatterMissing', 1],
    ['---\ntitle: Трамвай\n\nТекст', 'imports.frontMatterOpen', 1],
    [withFields('date: 2026-01-01'), 'posts.titleRequired', 1],
    ['Слово: дело\n\nТекст', 'imports.frontMatterMissing', 1],
    [withFields('title: ~'), 'posts.titleRequired', 1],
    [withFields(`date: 2026-01-01\ntitle: ${'я'.repeat(201)}`), 'posts.titleTooLong', 3],
    [withFields('title: [а, б]'), 'imports.notText', 2],
    [withFields('title: Ночь\ndraft: может быть'), 'imports.notYesOrNo', 3],
    [withFields('title: Ночь\nviews: -5'), 'imports.notNumber', 3],
    [withFields('title: Ночь\nviews: 1000000001'), 'imports.notNumber', 3],
    [withFields('title: Ночь\npublish_at: завтра'), 'imports.dateUnreadable', 3],
    [withFields('title: Ночь\ndate: вчера'), 'imports.dateUnreadable', 3],
    [withFields('title: Ночь\ndate: 2026-11-21'), 'imports.dateInFuture', 3],
    [withFields('title: Трамвай: ночь'), 'imports.yamlColon', 2],
    [withFields('date: 2026-01-01\ntitle: "Ночь'), 'imports.yamlUnclosed', 3],
    [withFields('title: Ночь\ntitle: День'), 'imports.yamlDuplicate', 3],
    [withFields('title: @ночь'), 'imports.yamlStart', 2],
    [withFields('title: *ночь'), 'imports.yamlAlias', 2],
    [withFields('- title'), 'imports.notMapping', 2],
    [withFields('title: Ночь', ' \n'), 'posts.contentRequired', 3],
    [withFields('title: Ночь', 'а'.repeat(200_001)), 'posts.contentTooLong', 5],
    [withFields('title: Ночь', 'a\u0000b'), 'validation.unreadable', 5],
  ])('refuses %j', (text, key, line) => {
    expect(getProblem(() => read(text))).toMatchObject({ key, line });
  });

  it('requires a date in the front matter or the file name', () => {
    expect(getProblem(() => read(withFields('title: Ночь'), 'noch.md'))).toEqual({
      key: 'imports.dateMissing',
      line: 1,
    });
  });

  it('refuses YAML that is nested too deep', () => {
    const nested = `title: ${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    expect(getProblem(() => read(withFields(nested))).key).toBe('imports.yamlTooDeep');
  });
});
