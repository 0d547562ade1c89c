import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let editor: TestUser;
let folder: string;

beforeAll(async () => {
  app = await createTestApp();
  editor = await app.createUser({ role: 'administrator' });
});
afterAll(() => app.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'news-site-slugs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function putArticle(source: string, name: string, fields = 'date: 2026-01-01\n'): string {
  mkdirSync(join(folder, source), { recursive: true });
  const text = `---\ntitle: Статья ${name}\nauthor: Вера\n${fields}---\nТекст.\n`;
  writeFileSync(join(folder, source, `${name}.md`), text);
  return join(folder, source);
}

it('names the source that has the slug of an article, and the way out', async () => {
  const { run } = await app.imports.importFrom(putArticle('jekyll', 'privet'));
  const other = putArticle('hugo', 'privet');
  const reason = new RegExp(`«privet».*источника «jekyll» \\(перенос № ${run}\\).*дайте свой slug`);
  const planned = await app.imports.previewImport(other);
  expect(planned.files).toMatchObject([{ state: 'exists', notes: [expect.stringMatching(reason)] }]);
  const report = await app.imports.importFrom(other);
  expect(report).toMatchObject({
    imported: [],
    counts: { exists: 1, refused: 0 },
    skipped: [{ file: 'privet.md', reason: expect.stringMatching(reason), isBroken: false, isTaken: true }],
  });
  // The same article of the same source is no other one.
  expect((await app.imports.importFrom(join(folder, 'jekyll'))).skipped).toEqual([
    { file: 'privet.md', reason: 'Уже есть.', isBroken: false },
  ]);
});

it('names an article that was written here', async () => {
  await app.createPost(editor, { title: 'Здешняя' });
  const report = await app.imports.importFrom(putArticle('blog', 'zdeshnyaya'));
  expect(report.skipped).toMatchObject([
    { reason: expect.stringContaining('написанной на сайте'), isTaken: true },
  ]);
});

it('says whose slug an article of WordPress did not get', async () => {
  const { run } = await app.imports.importFrom(putArticle('jekyll-kod', 'kod'));
  const file = join(folder, 'export.xml');
  writeFileSync(
    file,
    `<rss><channel><wp:base_blog_url>https://wp.example</wp:base_blog_url><item><title>Код</title><dc:creator>avtor</dc:creator>
    <wp:post_id>10</wp:post_id><wp:post_date_gmt>2026-01-10 09:00:00</wp:post_date_gmt><wp:post_name>kod</wp:post_name><wp:status>publish</wp:status>
    <wp:post_type>post</wp:post_type><content:encoded>Текст</content:encoded></item></channel></rss>`,
  );
  const reason = new RegExp(`«kod».*«jekyll-kod» \\(перенос № ${run}\\).*отмените`);
  const planned = await app.imports.previewImport(file);
  expect(planned.files).toMatchObject([{ state: 'doubtful', notes: [expect.stringMatching(reason)] }]);
  const { imported, problems } = await app.imports.importFrom(file);
  expect(imported).toMatchObject([{ slug: 'kod-2' }]);
  expect(problems.map((line) => line.reason)).toEqual([
    expect.stringContaining('«kod-2»'),
    expect.stringMatching(reason),
  ]);
});

it('gives articles without a date the chosen one', async () => {
  const source = putArticle('undated', 'bez-daty', '');
  const { skipped } = await app.imports.importFrom(source);
  expect(skipped).toMatchObject([{ reason: expect.stringContaining('--date'), isBroken: true }]);
  await expect(app.imports.importFrom(source, { date: '2026-13-01' })).rejects.toThrow('2026-13-01');
  await expect(app.imports.importFrom(source, { date: '2999-01-01' })).rejects.toThrow('не наступила');
  expect((await app.imports.importFrom(source, { date: '2026-01-31' })).imported).toHaveLength(1);
  const { body } = await app.call('getPost', { params: { slug: 'bez-daty' } });
  expect(body.created_at).toBe('2026-01-30T21:00:00.000Z');
});
