import { hash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const registered = 'registered: 2020-01-02T03:04:05.678Z';
const name = `${'a'.repeat(64)}.webp`;

let app: TestApp;
let root: string;
let folder: string;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'news-site-copy-'));
  folder = join(root, 'copy');
  put('_data/site.yml', 'format: 1\n');
  put('SHA256SUMS', '');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content);
}

const putAccount = (username: string, ...fields: string[]) =>
  put(
    '_data/authors.yml',
    [
      `${username}:`,
      `  email: ${username}@example.com`,
      `  ${registered}`,
      ...fields.map((one) => `  ${one}`),
    ].join('\n'),
  );

const putArticle = (
  slug: string,
  author: string,
  { fields = [], text = 'Текст' }: { fields?: string[]; text?: string },
) =>
  put(
    `2020/${slug}.md`,
    [
      '---',
      `title: ${slug}`,
      `slug: ${slug}`,
      'date: 2020-02-02',
      `author: ${author}`,
      ...fields,
      '---',
      '',
      text,
      '',
    ].join('\n'),
  );

const findAccount = (username: string) =>
  app.db.selectFrom('accounts').selectAll().where('username', '=', username).executeTakeFirst();

it('gives roles only when the operator asks for them', async () => {
  putAccount('boss', 'role: administrator');
  await app.imports.importFrom(folder);
  expect(await findAccount('boss')).toMatchObject({ role: 'author', is_staff: false, is_superuser: false });
  putAccount('chief', 'role: editor');
  await app.imports.importFrom(folder, { hasRoles: true });
  expect(await findAccount('chief')).toMatchObject({
    role: 'editor',
    created_at: new Date('2020-01-02T03:04:05.678Z'),
  });
  expect(await findAccount('boss')).toMatchObject({ role: 'author' });
});

it('never changes an account that the site has, nor gives its name or address away', async () => {
  const present = await app.createUser({ username: 'keeper' });
  const before = await findAccount('keeper');
  putAccount('keeper', 'role: administrator', 'bio: Чужое');
  putArticle('by-keeper', 'keeper', {});
  await app.imports.importFrom(folder, { hasRoles: true });
  expect(await findAccount('keeper')).toMatchObject({
    role: before?.role,
    bio: before?.bio,
    email: before?.email,
  });
  const post = await app.db.selectFrom('posts').select('author_id').where('slug', '=', 'by-keeper').execute();
  expect(post).toEqual([{ author_id: present.user.id }]);

  put('_data/authors.yml', `thief:\n  email: ${before?.email}\n  ${registered}\n`);
  putArticle('by-thief', 'thief', {});
  const report = await app.imports.importFrom(folder);
  expect(report.problems).toMatchObject([
    { file: '_data/authors.yml', reason: expect.stringContaining('thief') },
  ]);
  expect(report.skipped.filter(({ isBroken }) => isBroken)).toMatchObject([{ file: '2020/by-thief.md' }]);
});

it('takes what is broken or hostile for what it is', async () => {
  put(
    '_data/authors.yml',
    [
      'honest:',
      '  email: honest@example.com',
      `  ${registered}`,
      '"../../etc":',
      '  email: evil@example.com',
      `  ${registered}`,
      'root1:',
      '  email: root1@example.com',
      '  role: superuser',
      `  ${registered}`,
      'admin1:',
      `  deleted: 2020-01-02`,
      `  ${registered}`,
      '"__proto__":',
      '  email: proto@example.com',
      `  ${registered}`,
    ].join('\n'),
  );
  writeFileSync(join(root, 'secret.webp'), 'тайна');
  mkdirSync(join(folder, 'media'));
  symlinkSync(join(root, 'secret.webp'), join(folder, 'media', name));
  const outside = [`image: /media/${name}`];
  putArticle('linked', 'honest', {
    fields: outside,
    text: `![x](/media/${name}) ![y](/media/../../secret.webp)`,
  });
  putArticle('evil', 'honest', { fields: ['was_public: [1, 2]'] });
  put('2020/slug.md', '---\ntitle: x\nslug: ../../up\ndate: 2020-02-02\nauthor: honest\n---\n\nТекст\n');
  put('2020/future.md', '---\ntitle: x\nslug: soon\ndate: 2999-02-02\nauthor: honest\n---\n\nТекст\n');
  putArticle('nobody', 'stranger', {});
  putArticle('orphan', 'honest', {});
  put(
    '_data/comments/orphan.yml',
    '- id: 1\n  reply_to: 7\n  author: honest\n  date: 2020-03-03\n  text: Ответ\n',
  );
  const report = await app.imports.importFrom(folder, { hasRoles: true });
  expect(report.imported).toEqual([{ file: '2020/linked.md', slug: 'linked' }]);
  expect(report.skipped.map(({ file }) => file).sort()).toEqual(
    ['evil', 'future', 'nobody', 'orphan', 'slug'].map((one) => `2020/${one}.md`),
  );
  expect(report.problems.map(({ file, reason }) => [file, reason.split(':')[0]]).sort()).toEqual(
    [
      ['2020/linked.md', `/media/${name}`],
      ['2020/linked.md', `/media/${name}`],
      ['_data/authors.yml', '../../etc'],
      ['_data/authors.yml', 'root1'],
      ['_data/authors.yml', 'admin1'],
    ].sort(),
  );
  expect((await app.call('getPost', { params: { slug: 'linked' } })).body.image).toBe(null);
  expect(await app.db.selectFrom('media').select('id').execute()).toEqual([]);
});

it('keeps pictures byte for byte that a site has stored, and encodes all others', async () => {
  const solid = sharp({ create: { width: 70, height: 50, channels: 3, background: '#357' } });
  const stored = await solid.clone().webp().toBuffer();
  const withMetadata = await solid
    .clone()
    .withExif({ IFD0: { Artist: 'Имя' } })
    .webp()
    .toBuffer();
  const appended = Buffer.concat([stored, Buffer.from('<script>')]);
  putAccount('painter');
  const files = [stored, withMetadata, appended].map((bytes, index) => {
    const file = `/media/${String(index).repeat(64)}.webp`;
    put(file.slice(1), bytes);
    return file;
  });
  for (const [index, file] of files.entries())
    putArticle(`picture-${index}`, 'painter', { fields: [`image: ${file}`] });
  await app.imports.importFrom(folder);
  await app.exports.exportSite(join(root, 'again'));
  const written = readdirSync(join(root, 'again/media'));
  // The others have the same pixels.
  expect(written).toHaveLength(2);
  expect(written).toContain(`${hash('sha256', stored)}.webp`);
  for (const bytes of [withMetadata, appended])
    expect(written).not.toContain(`${hash('sha256', bytes)}.webp`);
});

it('refuses a copy of another version, and one that is not finished', async () => {
  put('_data/site.yml', 'format: 2\n');
  await expect(app.imports.importFrom(folder)).rejects.toThrow('версии 2');
  put('_data/site.yml', 'format: 1\n');
  rmSync(join(folder, 'SHA256SUMS'));
  await expect(app.imports.importFrom(folder)).rejects.toThrow('не закончена');
  expect(readFileSync(join(folder, '_data/site.yml'), 'utf8')).toBe('format: 1\n');
});
