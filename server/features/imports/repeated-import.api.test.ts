import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let editor: TestUser;
let folder: string;
let picture: Buffer;

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  editor = await app.createUser({ role: 'administrator' });
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#654321' } })
    .png()
    .toBuffer();
});
afterAll(() => app.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'news-site-repeat-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content);
}

const putArticle = (name: string, title: string, body: string, fields: string[] = []) =>
  put(
    `2026-01-01-${name}.md`,
    ['---', `title: ${title}`, 'author: Вера Летова', ...fields, '---', body].join('\n'),
  );

const importAll = () => app.imports.importFrom(folder);
const getPost = async (slug: string) => (await app.call('getPost', { params: { slug } })).body;
const countRows = (): Promise<number[]> =>
  Promise.all(
    (['accounts', 'posts', 'comments', 'categories', 'media', 'notifications'] as const).map(
      async (table) => (await app.db.selectFrom(table).select('id').execute()).length,
    ),
  );

it('stores one picture of two files with the same content, in articles that are prepared at once', async () => {
  for (const name of ['para-a', 'para-b']) {
    put(`${name}.png`, picture);
    putArticle(name, `Статья ${name}`, `![](${name}.png)`);
  }
  const { run } = await importAll();
  expect(await importAll()).toMatchObject({ imported: [], updated: [], problems: [] });
  expect(await app.imports.undo(run)).toMatchObject({ removed: { posts: 2, pictures: 1 }, kept: [] });
});

it('writes again only what the source has changed and nobody has changed here', async () => {
  for (const name of ['odna', 'dve', 'tri']) putArticle(name, `Статья ${name}`, 'Как было.');
  put('_data/comments/odna.yml', '- author: Зоя\n  date: 2026-01-02\n  text: Первая.\n');
  expect((await importAll()).skipped).toEqual([]);
  const { id } = await getPost('tri');
  await app.call('updatePost', { as: editor, params: { slug: id }, body: { content: 'Исправлено здесь.' } });

  const rows = await countRows();
  expect(await importAll()).toMatchObject({ imported: [], updated: [], problems: [] });
  expect(await countRows()).toEqual(rows);

  for (const name of ['odna', 'tri']) putArticle(name, `Статья ${name}`, 'Как стало.');
  put(
    '_data/comments/odna.yml',
    '- author: Зоя\n  date: 2026-01-02\n  text: Первая.\n  replies:\n  - author: Вера Летова\n    date: 2026-01-03\n    text: Вторая.\n',
  );
  const report = await importAll();
  expect(report.updated).toEqual([{ file: '2026-01-01-odna.md', slug: 'odna' }]);
  expect(report.skipped.filter(({ isKept }) => isKept)).toMatchObject([
    { file: '2026-01-01-tri.md', reason: expect.stringContaining('меняли на сайте'), isBroken: false },
  ]);
  expect(await getPost('odna')).toMatchObject({
    content: 'Как стало.',
    comments_count: 2,
    edited_at: null,
    created_at: '2025-12-31T21:00:00.000Z',
  });
  expect((await getPost('tri')).content).toBe('Исправлено здесь.');
});

it('brings a picture that was missing when it is there', async () => {
  putArticle('foto', 'Фото', '![Вид](vid.png)');
  const { imported, problems } = await importAll();
  expect([imported.length, problems]).toEqual([
    1,
    [{ file: '2026-01-01-foto.md', line: 5, reason: 'vid.png: Такой картинки нет.' }],
  ]);
  put('vid.png', picture);
  expect((await importAll()).updated).toHaveLength(1);
  expect((await getPost('foto')).content).toMatch(/^!\[Вид\]\(\/media\/.+\)$/);
});

const countNotifications = async (): Promise<number> => {
  const all = app.db.selectFrom('notifications').select(({ fn }) => fn.countAll<number>().as('count'));
  return (await all.executeTakeFirstOrThrow()).count;
};

it('notifies nobody and is finished by the next run after a kill', async () => {
  const before = await countNotifications();
  for (const number of [1, 2, 3, 4]) putArticle(`ubit${number}`, 'Убит', 'Текст.', ['category: Убитые']);
  const stopping = new AbortController();
  const killed = app.imports.importFrom(folder, {
    signal: stopping.signal,
    onProgress: ({ done }) => done === 2 && stopping.abort(new Error('killed')),
  });
  await expect(killed).rejects.toThrow('killed');
  const [open] = await app.imports.listRuns();
  expect(open).toMatchObject({ state: 'running', posts: 2 });
  const { run, imported } = await importAll();
  expect([run, imported.length]).toEqual([open?.id, 2]);
  expect((await app.imports.listRuns())[0]).toMatchObject({ state: 'finished', posts: 4 });
  expect(await countNotifications()).toBe(before);
});

describe('an import that was killed', () => {
  const names = ['raz', 'dva', 'tri', 'foto', 'pyat', 'shest'];
  const item = (name: string, text: string) => `<item><title>${name}</title><dc:creator>vera</dc:creator>
    <wp:post_id>${names.indexOf(name) + 1}</wp:post_id><wp:post_name>wp-${name}</wp:post_name><wp:post_type>post</wp:post_type>
    <wp:post_date_gmt>2020-01-02 03:04:05</wp:post_date_gmt><wp:status>publish</wp:status>
    <content:encoded><![CDATA[<p>${text}</p>]]></content:encoded></item>`;
  const missingPicture = '<img src="https://old.example/wp-content/uploads/vid.png" alt="Вид">';
  const file = () => join(folder, 'blog.xml');
  const write = (site: string, texts: Record<string, string>) =>
    writeFileSync(
      file(),
      `<?xml version="1.0"?><rss><channel><wp:base_blog_url>https://${site}</wp:base_blog_url>
        ${names.map((name) => item(name, texts[name] ?? `Текст ${name}.`)).join('\n')}</channel></rss>`,
    );
  const importFile = (signal?: AbortSignal, onProgress?: (progress: { done: number }) => void) =>
    app.imports.importFrom(file(), {
      mediaFolder: folder,
      isOffline: true,
      signal,
      ...(onProgress && { onProgress }),
    });
  async function killAfter(count: number): Promise<void> {
    const stopping = new AbortController();
    const killed = importFile(
      stopping.signal,
      ({ done }) => done === count && stopping.abort(new Error('killed')),
    );
    await expect(killed).rejects.toThrow('killed');
  }
  const slugs = (list: Array<{ slug: string }>) => list.map(({ slug }) => slug);

  it('passes over what it is done with when it is continued, unless the source says something else', async () => {
    write('continued.example', { foto: missingPicture });
    await killAfter(4);
    await app.call('deletePost', { as: editor, params: { slug: 'wp-raz' } });
    write('continued.example', { foto: missingPicture, dva: 'Уточнено.' });
    put('vid.png', picture);
    const report = await importFile();
    expect([slugs(report.imported), slugs(report.updated), report.counts.exists]).toEqual([
      ['wp-pyat', 'wp-shest'],
      ['wp-dva', 'wp-foto'],
      2,
    ]);
    expect((await getPost('wp-dva')).content).toBe('Уточнено.');
    expect((await getPost('wp-foto')).content).toMatch(/^!\[Вид\]\(\/media\/.+\)$/);
    // A repeated import is another run: it compares everything.
    expect(slugs((await importFile()).imported)).toEqual(['wp-raz']);
  });

  it('brings back what an undo has removed that was killed too', async () => {
    write('undone.example', {});
    await killAfter(4);
    const [run] = await app.imports.listRuns();
    const stopping = new AbortController();
    const check = stopping.signal.throwIfAborted;
    let checks = 0;
    stopping.signal.throwIfAborted = () => {
      checks += 1;
      if (checks === 3) stopping.abort(new Error('killed'));
      check.call(stopping.signal);
    };
    await expect(app.imports.undo(run?.id ?? 0, stopping.signal)).rejects.toThrow('killed');
    const report = await importFile();
    expect(report.counts).toMatchObject({ imported: 4, exists: 2 });
  });
});

it('is undone, except what was changed, discussed or used since', async () => {
  const author = ['author: Отменённый Автор', 'category: Отменённые'];
  put('otmena.png', picture);
  for (const name of ['otmena1', 'otmena2', 'otmena3'])
    put(
      `2026-02-01-${name}.md`,
      ['---', `title: ${name}`, ...author, '---', `![](otmena.png) ${name}`].join('\n'),
    );
  put('2026-02-02-odin.md', ['---', 'title: Один', 'author: Другой Автор', '---', 'Текст'].join('\n'));
  const { run, imported } = await importAll();
  expect(imported).toHaveLength(4);
  const edited = await getPost('otmena2');
  await app.call('updatePost', { as: editor, params: { slug: edited.id }, body: { title: 'Правлено' } });
  const discussed = await getPost('otmena3');
  await app.call('createComment', { as: editor, body: { post: discussed.id, content: 'Спасибо!' } });

  expect(await app.imports.undo(run)).toEqual({
    removed: { posts: 2, pictures: 0, categories: 0, accounts: 1 },
    kept: [
      { kind: 'post', name: 'otmena3', reason: 'discussed' },
      { kind: 'post', name: 'Правлено', reason: 'edited' },
      { kind: 'category', name: 'Отменённые', reason: 'used' },
      { kind: 'account', name: 'otmenyonnyy-avtor', reason: 'used' },
    ],
  });
  expect(await app.accounts.findByUsername('drugoy-avtor')).toBeUndefined();
  expect((await importAll()).imported.map(({ slug }) => slug)).toEqual(['otmena1', 'odin']);
  await expect(app.imports.undo(999_999)).rejects.toThrow('Переноса с номером 999999 нет.');
});

it('redirects the earlier addresses of an article to it', async () => {
  putArticle('pereehala', 'Переехала', 'Текст.', [
    'permalink: /2019/05/Переехала/',
    'aliases: [/staroe.html, "https://old.example/?p=00123"]',
  ]);
  await importAll();
  const locate = async (path: string) => {
    const { status, headers } = await app.fetch(path, { redirect: 'manual' });
    return [status, headers.get('location')];
  };
  const target = [301, '/posts/pereehala'];
  expect(await locate('/2019/05/%D0%9F%D0%B5%D1%80%D0%B5%D0%B5%D1%85%D0%B0%D0%BB%D0%B0/')).toEqual(target);
  expect(await locate('/staroe.html?utm_source=x')).toEqual(target);
  expect(await locate('/?p=123')).toEqual(target);
  expect(await locate('/?p=124')).toEqual([200, null]);
  expect((await locate('/staroe'))[0]).toBe(404);
  const { id } = await getPost('pereehala');
  await app.call('updatePost', { as: editor, params: { slug: id }, body: { status: 'draft' } });
  expect((await locate('/staroe.html'))[0]).toBe(404);
});

it('imports an export of WordPress once, and gives its guests accounts of their own', async () => {
  const known = await app.createUser({ username: 'nadya' });
  const comment = (id: number, parent: number, state: number) =>
    `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>nadya</wp:comment_author><wp:comment_date_gmt>2020-01-0${id} 00:00:00</wp:comment_date_gmt><wp:comment_content>Текст ${id}</wp:comment_content><wp:comment_approved>${state}</wp:comment_approved><wp:comment_parent>${parent}</wp:comment_parent></wp:comment>`;
  put(
    'export.xml',
    `<rss><channel><wp:base_blog_url>https://old.example</wp:base_blog_url><item><title>Из WordPress</title><dc:creator>lena</dc:creator><link>https://old.example/2020/wp/</link><wp:post_id>77</wp:post_id><wp:post_date_gmt>2020-01-01 00:00:00</wp:post_date_gmt><wp:post_name>iz-wp</wp:post_name><wp:status>publish</wp:status><wp:comment_status>closed</wp:comment_status><wp:post_type>post</wp:post_type><content:encoded><![CDATA[Первая.

<img src="https://old.example/wp-content/uploads/a-100x100.png">]]></content:encoded>${comment(1, 0, 1)}${comment(2, 1, 1)}${comment(3, 0, 0)}</item></channel></rss>`,
  );
  put('uploads/a.png', picture);
  const file = join(folder, 'export.xml');
  const options = { isOffline: true, mediaFolder: join(folder, 'uploads') };
  const { imported, problems, run } = await app.imports.importFrom(file, options);
  expect([imported, problems]).toEqual([[{ file: 'export.xml#77', slug: 'iz-wp' }], []]);
  const rows = await countRows();
  expect(await app.imports.importFrom(file, options)).toMatchObject({ imported: [], updated: [] });
  expect(await countRows()).toEqual(rows);
  const post = await getPost('iz-wp');
  expect(post).toMatchObject({
    comments_count: 2,
    // A closed discussion is imported with its comments and stays closed.
    comments_enabled: false,
    created_at: '2020-01-01T00:00:00.000Z',
  });
  expect(post.content).toMatch(/^Первая\.\n\n!\[\]\(\/media\/.+\)$/);
  const { comments } = (await app.call('listPostComments', { params: { postId: post.id } })).body;
  expect(comments[0].author_info.username).toBe('nadya-2');
  expect((await app.call('getProfile', { as: known })).body.comments_count).toBe(0);
  expect((await app.fetch('/2020/wp/', { redirect: 'manual' })).headers.get('location')).toBe('/posts/iz-wp');
  expect((await app.imports.undo(run)).kept).toEqual([]);
  expect(await app.accounts.findByUsername('nadya-2')).toBeUndefined();
});

it('imports what has no date, a later one or no number once', async () => {
  const post = (fields: string) =>
    `<item><title>Позже</title><dc:creator>lena</dc:creator><wp:post_type>post</wp:post_type><content:encoded>Текст</content:encoded>${fields}</item>`;
  const scheduled =
    '<wp:post_id>5</wp:post_id><wp:post_date_gmt>2199-01-01 00:00:00</wp:post_date_gmt><wp:status>future</wp:status>';
  const numberless = ['a', 'b'].map((one) => post(`<guid>${one}</guid><wp:status>publish</wp:status>`));
  put(
    'later.xml',
    `<rss><channel><wp:base_blog_url>https://later.example</wp:base_blog_url>${post(scheduled)}${numberless.join('')}</channel></rss>`,
  );
  const file = join(folder, 'later.xml');
  const first = await app.imports.importFrom(file, { isOffline: true });
  expect(first.imported.map((one) => one.file).toSorted()).toEqual([
    'later.xml#5',
    'later.xml#a',
    'later.xml#b',
  ]);
  const again = await app.imports.importFrom(file, { isOffline: true });
  expect(again).toMatchObject({ imported: [], updated: [] });
});

it('numbers the usernames of guests with one name, also beyond a hundred', async () => {
  const guests = Array.from({ length: 120 }, (_, index) => index + 1);
  const comments = guests.map(
    (number) =>
      `<wp:comment><wp:comment_id>${number}</wp:comment_id><wp:comment_author>Сергий</wp:comment_author><wp:comment_author_email>s${number}@guests.example</wp:comment_author_email><wp:comment_date_gmt>2020-01-02 00:00:00</wp:comment_date_gmt><wp:comment_content>Мнение ${number}</wp:comment_content><wp:comment_approved>1</wp:comment_approved></wp:comment>`,
  );
  const path = join(folder, 'namesakes.xml');
  writeFileSync(
    path,
    `<rss><channel><wp:base_blog_url>https://guests.example</wp:base_blog_url><item><title>Спор</title><dc:creator>lena</dc:creator><wp:post_id>1</wp:post_id><wp:post_date_gmt>2020-01-01 00:00:00</wp:post_date_gmt><wp:post_name>spor-gostey</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type><content:encoded>Текст</content:encoded>${comments.join('')}</item></channel></rss>`,
  );
  await app.imports.importFrom(path, { isOffline: true });
  const { rows } = await sql<{ content: string; username: string }>`
    select c.content, a.username from comments c join accounts a on a.id = c.author_id
    where c.content like 'Мнение %' order by c.id`.execute(app.db);
  expect(rows).toEqual(
    guests.map((number) => ({
      content: `Мнение ${number}`,
      username: number === 1 ? 'sergiy' : `sergiy-${number}`,
    })),
  );
});
