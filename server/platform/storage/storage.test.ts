import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '#server/platform/log.ts';
import { createFakeS3, type FakeS3 } from '#tests/support/fake-s3.ts';
import { createDiskStorage } from './disk-storage.ts';
import { createS3Storage } from './s3-storage.ts';
import type { Storage, StoredFile } from './storage.ts';

let s3: FakeS3;
let folder: string;
beforeAll(async () => {
  s3 = await createFakeS3();
  folder = mkdtempSync(join(tmpdir(), 'news-site-storage-'));
});
afterAll(async () => {
  await s3.stop();
  rmSync(folder, { recursive: true });
});

const inBucket = (changes = {}) => createS3Storage({ ...s3.settings, ...changes, log: silentLog });
const kinds: Array<[string, () => Storage]> = [
  ['a folder', () => createDiskStorage(folder)],
  ['a bucket', () => inBucket()],
];
async function allOf(files: AsyncIterable<StoredFile>): Promise<StoredFile[]> {
  const found: StoredFile[] = [];
  for await (const file of files) found.push(file);
  return found;
}
const bytes = (text: string) => new TextEncoder().encode(text);

describe.each(kinds)('%s', (_, create) => {
  let storage: Storage;
  beforeEach(() => {
    storage = create();
  });

  it('returns the bytes last stored under a path', async () => {
    await storage.put('ab/one.webp', bytes('один'), 'image/webp');
    await storage.put('ab/one.webp', bytes('другой'), 'image/webp');
    expect(new TextDecoder().decode(await storage.get('ab/one.webp'))).toBe('другой');
    expect(await storage.get('ab/none.webp')).toBeUndefined();
  });

  it('lists all files across pages, and none that were removed', async () => {
    const paths = ['ab/one.webp', 'cd/two.webp', 'cd/two-320.avif', 'ef/three.webp', 'ef/four.webp'];
    const begunAt = Date.now();
    for (const path of paths) await storage.put(path, bytes(path), 'image/webp');
    const found = await allOf(storage.list());
    expect(found.map(({ path }) => path).sort()).toEqual([...paths].sort());
    for (const { modifiedAt } of found) {
      // Some storages know the second only.
      expect(modifiedAt.getTime()).toBeGreaterThan(begunAt - 1_000);
      expect(modifiedAt.getTime()).toBeLessThanOrEqual(Date.now());
    }
    for (const path of [...paths, 'ab/none.webp']) await storage.remove(path);
    expect(await allOf(storage.list())).toEqual([]);
  });
});

describe('a folder', () => {
  it('leaves no temporary file, and lists temporary files of a killed process', async () => {
    const storage = createDiskStorage(folder);
    await storage.put('ab/one.webp', bytes('один'), 'image/webp');
    expect(readdirSync(join(folder, 'ab'))).toEqual(['one.webp']);
    const unfinished = join(folder, 'ab', 'one.webp.123.tmp');
    writeFileSync(unfinished, '');
    utimesSync(unfinished, 0, 0);
    expect(await allOf(storage.list())).toContainEqual({
      path: 'ab/one.webp.123.tmp',
      modifiedAt: new Date(0),
    });
  });

  it('lists nothing before the folder exists', async () => {
    expect(await allOf(createDiskStorage(join(folder, 'none')).list())).toEqual([]);
  });
});

describe('a bucket', () => {
  it('receives the content type', async () => {
    await inBucket().put('ab/one.avif', bytes('один'), 'image/avif');
    expect(s3.files.get('ab/one.avif')?.type).toBe('image/avif');
    expect(s3.refusedRequests).toEqual([]);
  });

  it.each([
    ['a wrong key', { secretAccessKey: 'wrong' }],
    ['an unknown bucket', { bucket: 'others' }],
    ['no server', { endpoint: 'http://127.0.0.1:1' }],
  ])('fails as unavailable with %s', async (_, changes) => {
    const storage = inBucket(changes);
    await expect(storage.put('ab/x.webp', bytes('x'), 'image/webp')).rejects.toMatchObject({
      kind: 'unavailable',
    });
    await expect(storage.get('ab/x.webp')).rejects.toMatchObject({ kind: 'unavailable' });
    expect(s3.files.has('ab/x.webp')).toBe(false);
  });
});
