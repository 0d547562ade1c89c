import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { BackupStore } from './backup-store.ts';
import { vaultFolder } from './picture-vault.ts';

/**
 * The names of the pictures of an archive stand beside it, readable without its key, so that pictures which no archive
 * names any more can be removed.
 */
const indexSuffix = '.pictures';

const indexNameOf = (archiveName: string): string => `${archiveName}${indexSuffix}`;

export async function writePictureIndex(
  store: BackupStore,
  archiveName: string,
  objectNames: string[],
): Promise<void> {
  const text = objectNames.map((name) => `${name}\n`).join('');
  await store.put(indexNameOf(archiveName), await promisify(zstdCompress)(Buffer.from(text)));
}

/** Undefined if the archive has no index: its pictures are inside. */
async function readPictureIndex(store: BackupStore, archiveName: string): Promise<string[] | undefined> {
  const stored = await store.get(indexNameOf(archiveName));
  if (!stored) return undefined;
  return (await promisify(zstdDecompress)(stored)).toString('utf8').split('\n').filter(Boolean);
}

/** Removes archives, and then the pictures that no other archive names. Returns how many pictures those were. */
export async function removeArchives(store: BackupStore, expired: string[], kept: string[]): Promise<number> {
  for (const name of expired) {
    await store.remove(name);
    await store.remove(indexNameOf(name));
  }
  const used = new Set<string>();
  for (const name of kept) {
    const pictures = await readPictureIndex(store, name);
    // Without its index nobody knows which pictures the archive needs.
    if (!pictures) return 0;
    for (const picture of pictures) used.add(picture);
  }
  let removed = 0;
  for await (const { name } of store.list(vaultFolder)) {
    if (used.has(name)) continue;
    await store.remove(name);
    removed += 1;
  }
  return removed;
}
