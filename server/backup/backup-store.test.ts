import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeS3, type FakeS3 } from '#tests/support/fake-s3.ts';
import type { BackupStore } from './backup-store.ts';
import { createBucketStore } from './bucket-store.ts';
import { createFolderStore } from './folder-store.ts';
import { openStoreForWriting } from './open-store.ts';

let s3: FakeS3;
let folder: string;
beforeAll(async () => {
  s3 = await createFakeS3();
  folder = mkdtempSync(join(tmpdir(), 'news-site-backup-store-'));
  mkdirSync(join(folder, 'store'));
});
afterAll(async () => {
  await s3.stop();
  rmSync(folder, { recursive: true });
});

const large = randomBytes(10_000);
const inBucket = () => createBucketStore({ s3: s3.settings, prefix: 'copies/', pauseMs: 0, partSize: 4_096 });
const kinds: Array<[string, () => BackupStore]> = [
  ['a folder', () => createFolderStore(join(folder, 'store'))],
  ['a bucket', inBucket],
];

async function namesIn(store: BackupStore, prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list(prefix)) names.push(name);
  return names.sort();
}

async function write(store: BackupStore, name: string, content: Buffer): Promise<void> {
  const writer = store.write(name);
  await pipeline(Readable.from([content.subarray(0, 100), content.subarray(100)]), writer.stream);
  await writer.finish();
}

describe.each(kinds)('%s', (_, open) => {
  it('stores, lists, replaces and removes small objects', async () => {
    const store = open();
    for (const name of ['a/one', 'a/two', 'b/three']) await store.put(name, Buffer.from(name));
    await store.put('a/one', Buffer.from('changed'));
    expect((await store.get('a/one'))?.toString()).toBe('changed');
    expect(await store.get('a/none')).toBeUndefined();
    expect([await namesIn(store, 'a/'), await namesIn(store, 'c/')]).toEqual([['a/one', 'a/two'], []]);
    for (const name of ['a/one', 'a/two', 'b/three', 'none']) await store.remove(name);
    expect(await namesIn(store, '')).toEqual([]);
  });

  it('writes a large object that appears when it is complete, reads it in order, and never replaces one', async () => {
    const store = open();
    const writer = store.write('large');
    await pipeline(Readable.from([large]), writer.stream);
    expect(await namesIn(store, '')).toEqual([]);
    await writer.finish();
    const { stream, bytes } = await store.open('large');
    expect([bytes, (await buffer(stream)).equals(large)]).toEqual([large.length, true]);
    await expect(write(store, 'large', Buffer.alloc(200))).rejects.toThrow('уже есть');
    await expect(store.open('none')).rejects.toThrow('нет');
    await store.remove('large');
  });

  it('leaves nothing of an aborted write', async () => {
    const store = open();
    const writer = store.write('aborted');
    writer.stream.write(large);
    await writer.abort();
    expect([await namesIn(store, ''), readdirSync(join(folder, 'store'))]).toEqual([[], expect.anything()]);
    expect(readdirSync(join(folder, 'store')).filter((name) => name.startsWith('aborted'))).toEqual([]);
  });
});

describe('a bucket', () => {
  it('survives lost connections, and stops at once when it is refused', async () => {
    const store = inBucket();
    s3.loseConnections(3);
    await write(store, 'lossy', large);
    s3.loseConnections(2);
    expect((await buffer((await store.open('lossy')).stream)).equals(large)).toBe(true);
    expect(s3.files.get('copies/lossy')?.bytes.equals(large)).toBe(true);
    await store.remove('lossy');
    const wrong = { ...s3.settings, secretAccessKey: 'wrong' };
    const before = s3.refusedRequests.length;
    await expect(createBucketStore({ s3: wrong, prefix: '' }).put('x', large)).rejects.toThrow('403');
    expect(s3.refusedRequests.length).toBe(before + 1);
  });

  it('takes no backup that is not encrypted', () => {
    const target = { kind: 'bucket' as const, s3: s3.settings, prefix: '' };
    expect(() => openStoreForWriting(target, undefined)).toThrow('только зашифрованной');
    expect(openStoreForWriting(target, 'age1').location).toBe('s3://pictures/');
  });
});
