import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ImportFolder, openImportFolder } from './import-folder.ts';

let outside: string;
let root: string;
let folder: ImportFolder;

const put = (file: string, content: string | Uint8Array = 'x') => {
  mkdirSync(join(root, file, '..'), { recursive: true });
  writeFileSync(join(root, file), content);
};

beforeAll(async () => {
  outside = mkdtempSync(join(tmpdir(), 'news-site-folder-'));
  root = join(outside, 'blog');
  writeFileSync(join(outside, 'secret.png'), 'secret');
  for (const file of [
    'b.md',
    'a.MARKDOWN',
    '2025/c.md',
    '_drafts/d.md',
    '_e.md',
    '.git/f.md',
    'g.txt',
    'h.html',
  ])
    put(file);
  put('2025/img/p.png', 'picture');
  put('p.png', 'root picture');
  put('content/images/h.png', 'picture of Hugo');
  put('blog/img/2025-01-02-noch/n.png', 'picture of the night');
  put('windows.md', Buffer.from('\uFEFF---\r\ntitle: Да\r\n---\r\nТекст\r'));
  put('cp1251.md', Buffer.from([0xcf, 0xf0, 0xe8]));
  put('large.md');
  truncateSync(join(root, 'large.md'), 2 * 1024 * 1024 + 1);
  symlinkSync(outside, join(root, 'linked'));
  symlinkSync(join(outside, 'secret.png'), join(root, 'leak.png'));
  symlinkSync(join(root, 'p.png'), join(root, 'same.png'));
  symlinkSync(join(root, 'nowhere'), join(root, 'dangling.md'));
  execFileSync('mkfifo', [join(root, 'pipe.md')]);
  folder = await openImportFolder(root);
});
afterAll(() => rmSync(outside, { recursive: true, force: true }));

it('lists articles in sub-folders, sorted, without hidden ones and without following links to folders', async () => {
  const { files, problems } = await folder.list();
  expect(files).toEqual([
    '2025/c.md',
    '_drafts/d.md',
    'a.MARKDOWN',
    'b.md',
    'cp1251.md',
    'dangling.md',
    'large.md',
    'pipe.md',
    'windows.md',
  ]);
  expect(problems).toEqual([{ file: 'linked', key: 'imports.linkedFolder' }]);
});

describe('readText', () => {
  it('removes the byte order mark and Windows line endings', async () => {
    expect(await folder.readText('windows.md')).toBe('---\ntitle: Да\n---\nТекст\n');
  });

  it('returns undefined for a missing file', async () => {
    expect(await folder.readText('nothing.md')).toBeUndefined();
    expect(await folder.readText('b.md/nothing.md')).toBeUndefined();
    expect(await folder.readText('dangling.md')).toBeUndefined();
  });

  it.each([
    ['cp1251.md', 'imports.notUtf8'],
    ['large.md', 'imports.fileTooLarge'],
    ['pipe.md', 'imports.notFile'],
    ['2025', 'imports.notFile'],
    ['../secret.png', 'imports.outside'],
    ['linked/secret.png', 'imports.outside'],
  ])('refuses %s', async (file, key) => {
    await expect(folder.readText(file)).rejects.toMatchObject({ problem: { key } });
  });
});

describe('pictures', () => {
  it.each([
    ['2025/c.md', 'img/p.png', 'picture'],
    ['2025/c.md', './img/../img/p.png', 'picture'],
    ['2025/c.md', '../p.png', 'root picture'],
    ['2025/c.md', '/p.png', 'root picture'],
    ['b.md', 'same.png', 'root picture'],
    ['content/post/h.md', '/images/h.png', 'picture of Hugo'],
    ['_posts/2025-01-02-noch.md', 'n.png', 'picture of the night'],
    ['posts/2025-01-02-noch/index.md', 'n.png', 'picture of the night'],
  ])('resolves relative to %s the picture %s', async (file, target, content) => {
    const bytes = await folder.readPicture(await folder.locatePicture(file, target));
    expect(Buffer.from(bytes).toString()).toBe(content);
  });

  it.each(['NFC', 'NFD'])('finds names in %s by composed and decomposed letters', async (form) => {
    const name = `первый-снимок-${form}.png`;
    put(`ёж/${name}`.normalize(form), 'снимок');
    for (const target of [name.normalize('NFC'), name.normalize('NFD')]) {
      const location = await folder.locatePicture('ёж/a.md'.normalize(form), target);
      expect(Buffer.from(await folder.readPicture(location)).toString()).toBe('снимок');
    }
  });

  it.each([
    ['b.md', '../secret.png', 'imports.outside'],
    ['2025/c.md', '../../secret.png', 'imports.outside'],
    ['2025/c.md', '/../secret.png', 'imports.outside'],
    ['b.md', 'leak.png', 'imports.outside'],
    ['b.md', 'linked/secret.png', 'imports.outside'],
    ['b.md', 'none.png', 'imports.pictureMissing'],
    ['b.md', 'a\u0000.png', 'imports.unreadableFile'],
    ['b.md', `${'a'.repeat(300)}.png`, 'imports.unreadableFile'],
  ])('refuses relative to %s the picture %j', async (file, target, key) => {
    await expect(folder.locatePicture(file, target)).rejects.toMatchObject({ problem: { key } });
  });
});

it('refuses a path that is missing or not a folder', async () => {
  const key = 'imports.folderMissing';
  await expect(openImportFolder(join(root, 'nowhere'))).rejects.toMatchObject({ problem: { key } });
  await expect(openImportFolder(join(root, 'p.png'))).rejects.toMatchObject({ problem: { key } });
});
