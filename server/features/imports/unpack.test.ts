import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { textOf } from '#locales/index.ts';
import { zipOf } from '#tests/support/import-tasks.ts';
import { Refusal } from './problem.ts';
import { type UnpackOptions, unpack } from './unpack.ts';

const mebibyte = 1024 * 1024;
const symbolicLink = 0o120777;

/** What leaves the folder of an archive is still in here. */
let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'news-site-unpack-'));
  folder = join(root, 'imports');
  mkdirSync(folder);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const target = () => join(folder, 'files');

async function tryUnpack(archive: Uint8Array, options: Partial<UnpackOptions> = {}): Promise<string> {
  writeFileSync(join(folder, 'source'), archive);
  const defaults = { maxBytes: 10 * mebibyte, freeSpace: { level: () => 'enough' as const } };
  try {
    await unpack(join(folder, 'source'), target(), { ...defaults, ...options });
    return 'unpacked';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Nothing half done.
    expect(readdirSync(folder)).toEqual(['source']);
    return textOf(error.problem.key, error.problem.values);
  }
}

/** Replaces a name by another one of the same length, in the local header and in the directory. */
function rename(archive: Buffer, from: string, to: string | Buffer): Buffer {
  const name = Buffer.from(to);
  expect(name.length).toBe(from.length);
  const changed = Buffer.from(archive);
  for (let at = changed.indexOf(from); at >= 0; at = changed.indexOf(from, at + 1)) name.copy(changed, at);
  return changed;
}

/** Changes a number of 2 or 4 bytes of the only entry in the directory. */
function patchEntry(archive: Buffer, offset: number, value: number, size: 2 | 4): Buffer {
  const changed = Buffer.from(archive);
  const entry = changed.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
  changed.writeUIntLE(value, entry + offset, size);
  return changed;
}

describe('an archive', () => {
  it('is unpacked with its folders, without what systems add', async () => {
    const archive = await zipOf([
      { name: 'blog/статья.md', content: 'Текст' },
      { name: 'blog/img/a.png', content: new Uint8Array([1, 2, 3]) },
      { name: '__MACOSX/blog/._статья.md', content: 'x' },
      { name: 'blog/.DS_Store', content: 'x' },
    ]);
    expect(await tryUnpack(archive)).toBe('unpacked');
    expect(readFileSync(join(target(), 'blog/статья.md'), 'utf8')).toBe('Текст');
    expect(readdirSync(join(target(), 'blog')).toSorted()).toEqual(['img', 'статья.md']);
    expect(readdirSync(target())).toEqual(['blog']);
  });

  it('has Russian names of old programs for Windows', async () => {
    const plain = await zipOf([{ name: 'abcdef.md', content: 'Текст' }]);
    const name = Buffer.from([0xe1, 0xe2, 0xa0, 0xe2, 0xec, 0xef, 0x2e, 0x6d, 0x64]);
    const archive = patchEntry(rename(plain, 'abcdef.md', name), 8, 0, 2);
    expect(await tryUnpack(archive)).toBe('unpacked');
    expect(readdirSync(target())).toEqual(['статья.md']);
  });

  it('is unpacked once', async () => {
    const archive = await zipOf([{ name: 'a.md', content: 'a' }]);
    await tryUnpack(archive);
    expect(await tryUnpack(new Uint8Array([1]))).toBe('unpacked');
  });
});

describe('a hostile archive is refused as a whole', () => {
  it.each([
    ['../../escaped', 'abcdefescaped'],
    ['/absolute.md', 'xabsolute.md'],
    ['..\\..\\escaped', 'abcdefescaped'],
    ['C:/absolute', 'xx_absolute'],
    ['a/../../out', 'a_bc_bc_out'],
  ])('with the path %s', async (path, placeholder) => {
    const archive = await zipOf([
      { name: 'first.md', content: 'a' },
      { name: placeholder, content: 'b' },
    ]);
    const message = await tryUnpack(rename(archive, placeholder, path));
    expect(message).toBe(`Архив не принят: путь «${path.replaceAll('\\', '/')}» выходит за пределы папки.`);
    expect(readdirSync(root)).toEqual(['imports']);
  });

  it('with a symbolic link', async () => {
    const archive = await zipOf([
      { name: 'link', content: '/etc', mode: symbolicLink },
      { name: 'link/passwd', content: 'x' },
    ]);
    expect(await tryUnpack(archive)).toBe('Архив не принят: «link» — ссылка, а не обычный файл.');
  });

  it('with a bomb that says how large it is', async () => {
    const archive = await zipOf([{ name: 'zeros', content: new Uint8Array(12 * mebibyte) }]);
    expect(archive.length).toBeLessThan(100_000);
    expect(await tryUnpack(archive)).toBe('Архив не принят: без сжатия он больше 10 МБ.');
  });

  it('with many files that together are a bomb', async () => {
    const content = new Uint8Array(3 * mebibyte);
    const archive = await zipOf([1, 2, 3, 4].map((number) => ({ name: `zeros-${number}`, content })));
    expect(await tryUnpack(archive)).toBe('Архив не принят: без сжатия он больше 10 МБ.');
  });

  it('with a bomb that lies about its size', async () => {
    const archive = await zipOf([{ name: 'zeros', content: new Uint8Array(12 * mebibyte) }]);
    expect(await tryUnpack(patchEntry(archive, 24, 100, 4))).toBe(textOf('imports.zipBroken'));
  });

  it('with too many files', async () => {
    const archive = await zipOf([1, 2, 3].map((number) => ({ name: `${number}`, content: '' })));
    expect(await tryUnpack(archive, { maxFiles: 2 })).toBe('Архив не принят: в нём больше 2 файлов и папок.');
  });

  it('with too many folders, also those that only stand in a path', async () => {
    const archive = await zipOf([
      { name: 'a/b/c/', content: '' },
      { name: 'a/d/e/f', content: '' },
    ]);
    expect(await tryUnpack(archive, { maxFiles: 6 })).toBe('unpacked');
    rmSync(target(), { recursive: true });
    expect(await tryUnpack(archive, { maxFiles: 5 })).toBe('Архив не принят: в нём больше 5 файлов и папок.');
  });

  it('with folders that are a bomb, each of which takes a block', async () => {
    const archive = await zipOf([1, 2, 3].map((number) => ({ name: `${number}/`, content: '' })));
    const blocks = (count: number) => ({ maxBytes: count * 4_096 });
    expect(await tryUnpack(archive, blocks(2))).toBe('Архив не принят: без сжатия он больше 0 МБ.');
    expect(await tryUnpack(archive, blocks(3))).toBe('unpacked');
  });

  it('with a path of more than 50 names', async () => {
    const nested = (count: number) => zipOf([{ name: 'a/'.repeat(count), content: '' }]);
    expect(await tryUnpack(await nested(51))).toContain('больше 50 уровней');
    expect(await tryUnpack(await nested(50))).toBe('unpacked');
  });

  it('on a disk without free inodes, unless the file system has none to report', async () => {
    const archive = await zipOf([{ name: 'a/', content: '' }]);
    const report = (files: number, ffree: number) => ({ measure: async () => ({ files, ffree }) });
    expect(await tryUnpack(archive, report(1_000_000, 100))).toBe(textOf('imports.diskFull'));
    expect(await tryUnpack(archive, report(0, 0))).toBe('unpacked');
  });

  it('with an encrypted file', async () => {
    const archive = await zipOf([{ name: 'a.md', content: 'a' }]);
    expect(await tryUnpack(patchEntry(archive, 8, 1, 2))).toBe('Архив не принят: файл «a.md» зашифрован.');
  });

  it('with an unknown compression', async () => {
    const archive = await zipOf([{ name: 'a.md', content: 'a' }]);
    expect(await tryUnpack(patchEntry(archive, 10, 99, 2))).toContain('сжат неизвестным способом');
  });

  it('with a file that is a folder too, or has an endless name', async () => {
    const twice = await zipOf([
      { name: 'a', content: 'a' },
      { name: 'a/b', content: 'b' },
    ]);
    expect(await tryUnpack(twice)).toBe('Архив не принят: имя «a/b» слишком длинное или занято папкой.');
    const long = await zipOf([{ name: 'a'.repeat(300), content: 'a' }]);
    expect(await tryUnpack(long)).toContain('слишком длинное');
  });

  it.each([
    ['text', Buffer.from('PK, but no archive')],
    ['nothing', Buffer.alloc(0)],
  ])('with %s inside', async (_, content) => {
    expect(await tryUnpack(content)).toBe(textOf('imports.zipBroken'));
  });

  it('that is damaged or cut', async () => {
    const content = Buffer.from(Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 251));
    const archive = await zipOf([{ name: 'a.bin', content }]);
    const damaged = Buffer.from(archive);
    damaged.fill(0xff, 60, 90);
    expect(await tryUnpack(damaged)).toBe(textOf('imports.zipBroken'));
    expect(await tryUnpack(archive.subarray(0, archive.length - 30))).toBe(textOf('imports.zipBroken'));
  });

  it('on a disk without room', async () => {
    for (const name of ['a.md', 'a/']) {
      const archive = await zipOf([{ name, content: '' }]);
      const message = await tryUnpack(archive, { freeSpace: { level: () => 'low' } });
      expect(message).toBe(textOf('imports.diskFull'));
    }
  });
});
