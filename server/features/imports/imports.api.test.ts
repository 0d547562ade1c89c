import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { ImportError } from './index.ts';

const demoFolder = resolve('db/seeds/demo');

let app: TestApp;
let folder: string;
let picture: Buffer;

beforeAll(async () => {
  app = await createTestApp();
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
});
afterAll(() => app.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'news-site-import-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content);
}

function putArticle(file: string, fields: string[], body = 'Текст статьи.'): void {
  put(file, ['---', ...fields, '---', '', body, ''].join('\n'));
}

const getPost = async (slug: string) => (await app.call('getPost', { params: { slug } })).body;

async function getDiscussion(slug: string) {
  const { id } = await getPost(slug);
  return (await app.call('listPostComments', { params: { postId: id } })).body;
}

async function countRows(): Promise<number[]> {
  const tables = ['accounts', 'posts', 'comments', 'categories', 'media'] as const;
  const rows = await Promise.all(tables.map((table) => app.db.selectFrom(table).select('id').execute()));
  return rows.map(({ length }) => length);
}

describe('the demo folder', () => {
  it('is imported completely, with people, categories, pictures and discussions', async () => {
    const progress: string[] = [];
    const report = await app.imports.importFrom(demoFolder, {
      onProgress: ({ done, total }) => progress.push(`${done}/${total}`),
    });
    expect(report).toMatchObject({ skipped: [], problems: [] });
    expect(report.imported).toHaveLength(29);
    expect(report.imported[0]).toEqual({
      file: '2026-09-10-samolyot-na-vyazeli.md',
      slug: 'samolyot-na-vyazeli',
    });
    expect(progress.at(-1)).toBe('29/29');
    // Encodes every picture of the demo, on a machine that may have more to do.
  });

  it('keeps the dates, category and author of an article', async () => {
    const post = await getPost('bibliobus');
    expect(post).toMatchObject({
      title: '«Книгу надо довезти сухой»: разговор с водителем библиобуса',
      created_at: '2026-11-03T07:30:00.000Z',
      updated_at: '2026-11-03T07:30:00.000Z',
      status: 'published',
      category_info: { name: 'Книги', slug: 'knigi' },
      author_info: { username: 'obolentseva', full_name: 'Нина Оболенцева' },
    });
    const image = new URL(post.image).pathname;
    expect(image).toMatch(/^\/media\/[\da-f]{2}\/[\da-f]{40}\.webp$/);
    const category = await app.call('getCategory', { params: { slug: 'knigi' } });
    expect(category.body).toMatchObject({
      posts_count: 3,
      description: 'О книгах, читателях, библиотеках и о том, что остаётся на полях.',
    });
  });

  it('keeps a discussion with its dates and replies', async () => {
    const { comments, comments_count } = await getDiscussion('bibliobus');
    expect(comments_count).toBe(4);
    expect(comments[0]).toMatchObject({
      author_info: { full_name: 'Вера Калинина' },
      created_at: '2026-11-03T10:25:00.000Z',
      replies: [{ author_info: { username: 'obolentseva' }, replies: [{ replies: [] }] }],
    });
  });

  it('renders consecutive pictures as a gallery with captions', async () => {
    const { content_html } = await getPost('albom-s-sinyugi');
    const gallery = /<div class="gallery">.*?<\/div>/s.exec(content_html)?.[0] ?? '';
    expect(gallery.match(/<img [^>]*src="\/media\/[\da-f]{2}\/[\da-f]{40}\.webp" alt="[^"]+"/g)).toHaveLength(
      3,
    );
    expect(gallery.match(/<figcaption>/g)).toHaveLength(3);
  });

  it('adds nothing on a second import', async () => {
    const before = await countRows();
    const { imported, skipped, problems } = await app.imports.importFrom(demoFolder);
    expect([imported, problems]).toEqual([[], []]);
    expect(skipped).toHaveLength(29);
    expect(skipped[0]).toEqual({
      file: '2026-09-10-samolyot-na-vyazeli.md',
      reason: 'Уже есть.',
      isBroken: false,
    });
    expect(await countRows()).toEqual(before);
  });
});

describe('a time of publication', () => {
  it('in the past publishes the article at that time, and in the future schedules it', async () => {
    putArticle('proshlo.md', [
      'title: Прошло',
      'author: Вера',
      'date: 2026-01-01',
      'publish_at: 2026-01-05T09:00:00Z',
    ]);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    putArticle('budet.md', ['title: Будет', 'author: Вера', 'date: 2026-01-01', `publish_at: ${tomorrow}`]);
    expect(await app.imports.importFrom(folder)).toMatchObject({ skipped: [] });
    expect(await getPost('proshlo')).toMatchObject({
      status: 'published',
      created_at: '2026-01-05T09:00:00.000Z',
      publish_at: null,
    });
    const { status } = await app.call('getPost', { params: { slug: 'budet' } });
    expect(status).toBe(404);
  });
});

describe('people', () => {
  it('uses existing accounts without changing them', async () => {
    const writer = await app.createUser({ username: 'pisatel' });
    put('_data/authors.yml', 'p:\n  name: Другое Имя\n  username: Pisatel\n  bio: Чужое.\n');
    putArticle('2026-01-01-po-klyuchu.md', ['title: А', 'author: p']);
    putArticle('2026-01-02-po-imeni.md', ['title: Б', 'author: pisatel']);
    expect((await app.imports.importFrom(folder)).skipped).toEqual([]);
    const posts = [await getPost('po-klyuchu'), await getPost('po-imeni')];
    expect(posts.map(({ author }) => author)).toEqual([writer.user.id, writer.user.id]);
    const profile = await app.call('getProfile', { as: writer });
    expect(profile.body).toMatchObject({ full_name: '', bio: '', posts_count: 2 });
  });

  it('creates one account for a repeated name', async () => {
    putArticle('2026-01-01-n1.md', ['title: А', 'author: Зоя Летова']);
    putArticle('2026-01-02-n2.md', ['title: Б', 'author: Зоя Летова']);
    put('_data/comments/n2.yml', '- author: Зоя Летова\n  date: 2026-01-03\n  text: Я и отвечу.\n');
    expect((await app.imports.importFrom(folder)).skipped).toEqual([]);
    expect(await app.accounts.findByUsername('zoya-letova')).toMatchObject({
      email: 'zoya-letova@import.invalid',
      firstName: 'Зоя',
      lastName: 'Летова',
      isStaff: false,
      postsCount: 2,
      commentsCount: 1,
    });
  });

  it('previews every file without writing anything', async () => {
    put('source/img/a.png', picture);
    putArticle(
      '_posts/2026-01-01-novaya.md',
      ['title: А', 'author: [Вера Летова]'],
      '<img src="/img/a.png">',
    );
    putArticle('2026-01-02-somnenie.md', ['title: Б', 'author: Вера Летова'], 'Карта.\n\n{{< map >}}');
    putArticle('2026-01-03-bez-kartinki.md', ['title: В', 'author: Вера Летова'], '![](net.png)');
    const rows = await countRows();
    const { files, problems } = await app.imports.previewImport(folder);
    expect(await countRows()).toEqual(rows);
    expect(problems).toEqual([]);
    expect(files).toMatchObject([
      { state: 'doubtful', slug: 'somnenie', notes: [expect.stringContaining('{{< map >}}')] },
      { state: 'doubtful', slug: 'bez-kartinki', notes: [expect.stringContaining('net.png')] },
      { state: 'new', slug: 'novaya', author: 'Вера Летова', pictures: 1, notes: [] },
    ]);
    const { imported } = await app.imports.importFrom(folder);
    expect(imported).toHaveLength(3);
    expect((await getPost('novaya')).content_html).toMatch(/<img src="\/media\/[^"]+"/);
    expect((await app.imports.previewImport(folder)).files.map(({ state }) => state)).toEqual([
      'exists',
      'exists',
      'exists',
    ]);
  });

  it('uses the default author for articles without one', async () => {
    const writer = await app.createUser();
    putArticle('2026-01-01-bez-avtora.md', ['title: А']);
    const { skipped } = await app.imports.importFrom(folder);
    expect(skipped[0]).toMatchObject({ line: 1, isBroken: true });
    expect(skipped[0]?.reason).toContain('--author');
    const unknown = await app.imports.importFrom(folder, { defaultAuthor: 'nikto-takoy' });
    expect(unknown.skipped[0]?.reason).toBe('Учётной записи «nikto-takoy» нет.');
    const { imported } = await app.imports.importFrom(folder, { defaultAuthor: writer.user.username });
    expect(imported).toHaveLength(1);
    expect((await getPost('bez-avtora')).author).toBe(writer.user.id);
  });

  it('skips articles and comments of people with invalid data', async () => {
    const { email } = (await app.createUser()).user;
    const people = `a:\n  name: Аня\n  email: плохой\nb:\n  name: Боря\n  email: ${email}\n`;
    put('_data/authors.yml', people);
    putArticle('2026-01-01-a.md', ['title: А', 'author: a']);
    putArticle('2026-01-02-b.md', ['title: Б', 'category: c', 'author: b']);
    putArticle('2026-01-03-c.md', ['title: В', 'author: ivan']);
    put('_data/comments/c.yml', '- date: 2026-01-04\n  author: Боря\n  text: Да\n');
    const { skipped, problems } = await app.imports.importFrom(folder);
    expect(problems).toEqual([
      { file: '_data/authors.yml', line: 3, reason: 'Аня: Некорректный email адрес' },
    ]);
    const imported = `Адрес ${email} автора «Боря» уже занят другой учётной записью.`;
    expect(skipped.map(({ file, line = 0, reason }) => `${file.slice(11, 12)}:${line} ${reason}`)).toEqual([
      'a:3 Автор «a» описан с ошибкой.',
      `b:4 ${imported}`,
      `c:0 _data/comments/c.yml:2: ${imported}`,
    ]);
  });
});

it.each([
  ['authors.yml', 'a: [', 'Неверный отступ или незакрытая скобка.'],
  ['categories.yml', '- gorod', 'Здесь ожидаются строки вида «имя: значение».'],
])('imports nothing while %s cannot be read', async (name, content, reason) => {
  put(`_data/${name}`, content);
  putArticle('2026-01-01-bez-dannyh.md', ['title: А', 'author: anton', 'category: gorod']);
  const { imported, skipped } = await app.imports.importFrom(folder);
  expect(imported).toEqual([]);
  expect(skipped.map((line) => line.reason)).toEqual([`_data/${name}:1: ${reason}`]);
  expect(await app.accounts.findByUsername('anton')).toBeUndefined();
});

it('finds categories by slug or name and creates each missing one once', async () => {
  const known = await app.createCategory('Дачные Хроники');
  putArticle('2026-01-01-k1.md', ['title: А', 'author: ivan', 'category: дачные хроники']);
  putArticle('2026-01-02-k2.md', ['title: Б', 'author: ivan', `category: ${known.slug}`]);
  putArticle('2026-01-03-k3.md', ['title: В', 'author: ivan', 'category: Новое дело']);
  putArticle('2026-01-04-k4.md', ['title: Г', 'author: ivan', 'category: новое дело']);
  expect((await app.imports.importFrom(folder)).skipped).toEqual([]);
  const posts = await Promise.all(['k1', 'k2', 'k3', 'k4'].map(getPost));
  expect(posts.map(({ category_info }) => category_info.name)).toEqual([
    'Дачные Хроники',
    'Дачные Хроники',
    'Новое дело',
    'Новое дело',
  ]);
});

describe('pictures', () => {
  it('stores the files beside the article and replaces their URLs in the text', async () => {
    put('2026/foto one.png', picture);
    put('2026/cover.png', await sharp(picture).negate().png().toBuffer());
    const foreign = '![Чужая](https://example.com/a.png)';
    putArticle(
      '2026/2026-01-01-foto.md',
      ['title: Фото', 'author: ivan', 'image: ./cover.png'],
      `До.\n\n![Вид](<foto one.png>)\n\n${foreign}`,
    );
    expect(await app.imports.importFrom(folder)).toMatchObject({ skipped: [], problems: [] });
    const { image, content, content_html } = await getPost('foto');
    const [path] = content.match(/\/media\/[^)]+/) ?? [];
    expect(content).toBe(`До.\n\n![Вид](${path})\n\n${foreign}`);
    expect(new URL(image).pathname).toMatch(/^\/media\/../);
    expect(new URL(image).pathname).not.toBe(path);
    expect(content_html).toContain(`<img src="${path}" alt="Вид"`);
  });

  it('reports a cover on another site and imports the article', async () => {
    const address = 'https://example.com/a.png';
    putArticle('2026-01-01-oblozhka.md', ['title: А', 'author: ivan', `image: ${address}`]);
    const { imported, problems } = await app.imports.importFrom(folder);
    expect(imported).toHaveLength(1);
    const reason = `${address}: Картинка с другого сайта не перенесена: положите её рядом со статьёй.`;
    expect(problems).toEqual([{ file: '2026-01-01-oblozhka.md', line: 4, reason }]);
  });
});

describe('broken articles', () => {
  it('are skipped one by one, each with its reason', async () => {
    const author = 'author: ivan';
    put('text.png', 'not a picture');
    put('_data/comments/com.yml', '- author: ivan\n  text: Когда?\n');
    put('_data/comments/chernovik.yml', '- author: ivan\n  date: 2026-01-01\n  text: Рано.\n');
    putArticle('2026-01-01-good.md', ['title: Хорошая', author]);
    putArticle('2026-01-02-good.md', ['title: Тёзка', author]);
    put('2026-01-03-bare.md', 'Просто текст');
    put('2026-01-04-latin1.md', Buffer.from('---\ntitle: \xe9\n---\n', 'latin1'));
    putArticle('2026-01-05-pic.md', ['title: А', author, 'image: ../../etc/passwd']);
    putArticle('2026-01-06-pic2.md', ['title: А', author], 'Строка.\n\n![a](text.png)');
    putArticle('2026-01-07-pic3.md', ['title: А', author], '![a](none.png)');
    putArticle('2026-01-08-deep.md', ['title: А', author], `${'>'.repeat(200)} глубоко`);
    putArticle('2026-01-09-com.md', ['title: А', author]);
    putArticle('2026-01-10-chernovik.md', ['title: А', author, 'draft: true']);
    putArticle('9999-01-01-future.md', ['title: А', author]);
    const { imported, skipped, problems } = await app.imports.importFrom(folder);
    expect(imported.map(({ slug }) => slug)).toEqual(['good', 'good-2026-01-02', 'pic', 'pic2', 'pic3']);
    expect(skipped.every(({ isBroken }) => isBroken)).toBe(true);
    expect(skipped.map(({ file, line = 0, reason }) => `${file.slice(5, 10)}:${line} ${reason}`)).toEqual([
      '01-03:1 Нет описания статьи: файл должен начинаться строкой «---» или «+++».',
      '01-04:0 Файл не в кодировке UTF-8.',
      '01-08:0 Текст размечен слишком сложно: упростите вложенность и разметку.',
      '01-09:0 _data/comments/com.yml:1: У комментария нет даты (date).',
      '01-10:0 К черновику нельзя приложить комментарии.',
      '01-01:1 Дата «9999-01-01» ещё не наступила.',
    ]);
    // An article without its pictures is better than no article.
    expect(problems.map(({ file, line = 0, reason }) => `${file.slice(5, 10)}:${line} ${reason}`)).toEqual([
      '01-02:0 Такой адрес уже занят: статья получила адрес «good-2026-01-02».',
      '01-05:4 ../../etc/passwd: Файл лежит вне папки, из которой идёт перенос.',
      '01-06:8 text.png: Можно загружать только изображения: JPEG, PNG, WebP или GIF. Сохраните картинку в одном из этих форматов и загрузите снова.',
      '01-07:6 none.png: Такой картинки нет.',
    ]);
  });

  it('are rolled back if their comments cannot be written', async () => {
    const reply = (depth: number): string => {
      const indent = ' '.repeat(depth * 4);
      const below = depth > 100 ? '' : `${indent}  replies:\n${reply(depth + 1)}`;
      return `${indent}- author: ivan\n${indent}  date: 2026-01-02\n${indent}  text: Да\n${below}`;
    };
    put('_data/comments/glubina.yml', reply(0));
    putArticle('2026-01-01-glubina.md', ['title: А', 'author: ivan']);
    const { skipped } = await app.imports.importFrom(folder);
    expect(skipped.map(({ reason }) => reason)).toEqual([
      'Обсуждение слишком глубокое: ответьте на комментарий выше.',
    ]);
    expect(await app.posts.find('glubina')).toBeUndefined();
  });

  it('reports comments without an article', async () => {
    put('_data/comments/nichey.yml', '- author: ivan\n  date: 2026-01-02\n  text: Да\n');
    const reason = 'Статьи с адресом «nichey» в папке нет: комментарии не перенесены.';
    expect((await app.imports.importFrom(folder)).problems).toEqual([
      { file: '_data/comments/nichey.yml', reason },
    ]);
  });
});

it('imports drafts as drafts', async () => {
  putArticle('2026-01-01-nabrosok.md', ['title: Набросок', 'author: ivan', 'draft: true']);
  await app.imports.importFrom(folder);
  expect(await app.posts.find('nabrosok')).toMatchObject({ status: 'draft' });
  expect((await app.call('getPost', { params: { slug: 'nabrosok' } })).status).toBe(404);
});

it('imports each article once in two concurrent imports', async () => {
  const numbers = [1, 2, 3, 4, 5, 6];
  for (const number of numbers)
    putArticle(`2026-01-0${number}-dva${number}.md`, [`title: Два ${number}`, 'author: Новый Автор']);
  const reports = await Promise.all([app.imports.importFrom(folder), app.imports.importFrom(folder)]);
  const slugs = reports.flatMap(({ imported }) => imported.map(({ slug }) => slug)).toSorted();
  expect(slugs).toEqual(numbers.map((number) => `dva${number}`));
  expect(await app.accounts.findByUsername('novyy-avtor')).toMatchObject({ postsCount: 6 });
});

it('throws a readable error for a missing folder', async () => {
  const missingFolder = join(folder, 'nowhere');
  await expect(app.imports.importFrom(missingFolder)).rejects.toThrow(ImportError);
  await expect(app.imports.importFrom(missingFolder)).rejects.toThrow(`Папки ${missingFolder} нет`);
});

it('stops between two articles when aborted', async () => {
  for (const number of [1, 2, 3])
    putArticle(`2026-01-0${number}-stop${number}.md`, ['title: Стоп', 'author: ivan']);
  const stopping = new AbortController();
  const importing = app.imports.importFrom(folder, {
    signal: stopping.signal,
    onProgress: ({ done }) => done === 2 && stopping.abort(new Error('enough')),
  });
  await expect(importing).rejects.toThrow('enough');
  expect(await app.posts.find('stop2')).toBeDefined();
  expect(await app.posts.find('stop3')).toBeUndefined();
});
