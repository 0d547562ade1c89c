import { hash } from 'node:crypto';
import { z } from 'zod';
import { backup as texts } from '#locales/ru/backup.ts';
import { isStoredPath } from '../platform/media-url.ts';
import { BackupError } from './backup-error.ts';
import type { BackupStore } from './backup-store.ts';
import { pictureItem } from './content-meter.ts';
import { decrypt, encrypt } from './encryption.ts';

/** A picture as a backup lists it: the size and the SHA-256 of its path and content together. */
export const listedPictureSchema = z.object({
  path: z.string().refine(isStoredPath),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ListedPicture = z.infer<typeof listedPictureSchema>;

const vaultIdLength = 16;
const objectName = /^(.+)\.(\d+)\.([0-9a-f]{64})$/;

/** Pictures are encrypted for one key; with another key they are stored again. */
export const vaultIdOf = (recipient: string | undefined): string =>
  recipient === undefined ? 'plain' : hash('sha256', recipient).slice(0, vaultIdLength);

/** The folder of all pictures in a store. */
export const vaultFolder = 'pictures/';

export const objectNameOf = (vaultId: string, { path, bytes, sha256 }: ListedPicture): string =>
  `${vaultFolder}${vaultId}/${path}.${bytes}.${sha256}`;

/** The pictures of the vault whose paths begin with these two digits, by path. */
export async function listVault(
  store: BackupStore,
  vaultId: string,
  digits: string,
): Promise<Map<string, ListedPicture>> {
  const prefix = `${vaultFolder}${vaultId}/`;
  const pictures = new Map<string, ListedPicture>();
  for await (const { name } of store.list(`${prefix}${digits}/`)) {
    const [, path = '', bytes = '', sha256 = ''] = objectName.exec(name.slice(prefix.length)) ?? [];
    if (isStoredPath(path)) pictures.set(path, { path, bytes: Number(bytes), sha256 });
  }
  return pictures;
}

/** Stores a picture under a name that tells its content, so that later backups need not read it. */
export async function storePicture(
  store: BackupStore,
  recipient: string | undefined,
  path: string,
  content: Uint8Array,
): Promise<ListedPicture> {
  const picture = describePicture(path, content);
  const stored = recipient === undefined ? content : await encrypt(content, recipient);
  await store.put(objectNameOf(vaultIdOf(recipient), picture), stored);
  return picture;
}

export function describePicture(path: string, content: Uint8Array): ListedPicture {
  const item = pictureItem(path, content);
  return { path, bytes: item.length, sha256: hash('sha256', item) };
}

export async function fetchPicture(
  store: BackupStore,
  { vaultId, identity }: { vaultId: string; identity: string | undefined },
  picture: ListedPicture,
): Promise<Buffer> {
  const name = objectNameOf(vaultId, picture);
  const stored = await store.get(name);
  if (!stored) throw new BackupError(texts.noSuchFile(`${store.location}/${name}`));
  const content = await open(stored, name, identity, vaultId === vaultIdOf(undefined));
  if (describePicture(picture.path, content).sha256 !== picture.sha256)
    throw new BackupError(texts.damaged(name));
  return content;
}

async function open(
  stored: Buffer,
  name: string,
  identity: string | undefined,
  isPlain: boolean,
): Promise<Buffer> {
  if (isPlain) return stored;
  if (identity === undefined) throw new BackupError(texts.keyNeeded);
  try {
    return Buffer.from(await decrypt(stored, identity));
  } catch (error) {
    throw new BackupError(texts.damaged(name), { cause: error });
  }
}
