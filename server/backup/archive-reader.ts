import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import { extract } from 'tar-stream';
import { z } from 'zod';
import { backup as texts } from '#locales/ru/backup.ts';
import { BackupError } from './backup-error.ts';
import type { BackupStore } from './backup-store.ts';
import { requireEndMark } from './end-mark.ts';
import { createFolderStore } from './folder-store.ts';
import {
  entryNames,
  formatVersion,
  type Manifest,
  manifestSchema,
  type Summary,
  summarySchema,
} from './manifest.ts';
import { type ListedPicture, listedPictureSchema, listVault } from './picture-vault.ts';

export type Archive = { store: BackupStore; name: string; identity: string | undefined };
export type ArchiveEntry = { name: string; content: Buffer; bytesRead: number; bytesTotal: number };

const ageHeader = 'age-encryption.org/v1\n';
const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** Parts of tables and pictures are smaller; more can only be damage. */
const maxEntryBytes = 256 * 1024 * 1024;

/** The archive in a file. */
export const archiveAt = (path: string, identity: string | undefined): Archive => ({
  store: createFolderStore(dirname(path)),
  name: basename(path),
  identity,
});

/** The key in a file as `age-keygen` writes it. */
export async function readIdentity(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new BackupError(texts.noSuchFile(file));
  });
  const identity = /^AGE-SECRET-KEY-1\S+/m.exec(text)?.[0];
  if (!identity) throw new BackupError(texts.badKey(file));
  return identity;
}

/** The entries of an archive in order, one in memory at a time. Damage throws BackupError. */
export async function* readEntries({ store, name, identity }: Archive): AsyncGenerator<ArchiveEntry> {
  const { stream, bytes: bytesTotal } = await store.open(name);
  const { file, isEncrypted, bytesRead } = await detectEncryption(stream, `${store.location}/${name}`);
  const tar = extract();
  let failure: unknown;
  const source = isEncrypted ? await decrypt(file, identity) : file;
  const reading = pipeline(source, requireEndMark(), createZstdDecompress(), tar).catch((error: unknown) => {
    failure = error;
    tar.destroy(error as Error);
  });
  try {
    for await (const entry of tar) {
      if ((entry.header.size ?? 0) > maxEntryBytes) throw new Error(`${entry.header.name} is too large`);
      const content = await buffer(entry as unknown as NodeJS.ReadableStream);
      yield { name: entry.header.name, content, bytesRead: bytesRead(), bytesTotal };
    }
    await reading;
    if (failure) throw failure;
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(texts.damaged(describe(failure ?? error)), { cause: error });
  } finally {
    stream.destroy();
  }
}

/** Reads everything once and compares it with the summary, so that a damaged archive is found before anything is written. */
export async function checkArchive(
  archive: Archive,
  onProgress: (entry: ArchiveEntry) => void = () => undefined,
): Promise<{ manifest: Manifest; summary: Summary }> {
  const entries = createHash('sha256');
  let manifest: Manifest | undefined;
  let summary: Summary | undefined;
  for await (const entry of readEntries(archive)) {
    const { name, content } = entry;
    if (summary) throw new BackupError(texts.damaged(name));
    if (!manifest) manifest = readManifest(archive.name, entry);
    if (name.startsWith(pictureListPrefix)) await requireStored(archive.store, manifest, entry);
    if (name === entryNames.summary) {
      summary = parse(summarySchema, content, name);
      if (summary.sha256 !== entries.digest('hex')) throw new BackupError(texts.damaged('SHA-256'));
    } else entries.update(`${name}\n${content.length}\n`).update(content);
    onProgress(entry);
  }
  if (!manifest || !summary) throw new BackupError(texts.damaged(entryNames.summary));
  return { manifest, summary };
}

export function parse<Value>(
  schema: { safeParse(value: unknown): { success: boolean; data?: Value } },
  content: Buffer,
  name: string,
): Value {
  try {
    const { success, data } = schema.safeParse(JSON.parse(content.toString('utf8')));
    if (success) return data as Value;
  } catch {
    // The same error as for valid JSON of another shape.
  }
  throw new BackupError(texts.damaged(name));
}

function readManifest(archiveName: string, { name, content }: ArchiveEntry): Manifest {
  if (name !== entryNames.manifest) throw new BackupError(texts.notABackup(archiveName));
  const { format } = parse(z.object({ format: z.number() }), content, name);
  if (format > formatVersion) throw new BackupError(texts.newerFormat(format));
  return parse(manifestSchema, content, name);
}

const pictureListPrefix = entryNames.pictureList('');

export const parsePictureList = ({
  content,
  name,
}: Pick<ArchiveEntry, 'content' | 'name'>): ListedPicture[] =>
  parse(z.array(listedPictureSchema), content, name);

/** A missing picture must be found before anything is written. */
async function requireStored(store: BackupStore, { vaultId }: Manifest, entry: ArchiveEntry): Promise<void> {
  const stored = await listVault(store, vaultId, entry.name.slice(pictureListPrefix.length));
  for (const { path, sha256 } of parsePictureList(entry))
    if (stored.get(path)?.sha256 !== sha256) throw new BackupError(texts.damaged(path));
}

/** Looks at the first bytes of a stream and returns a stream with all of them. */
async function detectEncryption(
  stream: Readable,
  location: string,
): Promise<{ file: Readable; isEncrypted: boolean; bytesRead: () => number }> {
  const chunks = stream[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  while (start.length < ageHeader.length) {
    const { done, value } = await chunks.next();
    if (done) break;
    start = Buffer.concat([start, value as Buffer]);
  }
  const isEncrypted = start.subarray(0, ageHeader.length).toString('latin1') === ageHeader;
  if (!isEncrypted && !start.subarray(0, zstdMagic.length).equals(zstdMagic))
    throw new BackupError(texts.notABackup(location));
  let bytesRead = start.length;
  async function* all(): AsyncGenerator<Buffer> {
    yield start;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      bytesRead += (next.value as Buffer).length;
      yield next.value as Buffer;
    }
  }
  return { file: Readable.from(all(), { objectMode: false }), isEncrypted, bytesRead: () => bytesRead };
}

async function decrypt(file: Readable, identity: string | undefined): Promise<Readable> {
  if (identity === undefined) throw new BackupError(texts.keyNeeded);
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(file) as ReadableStream<Uint8Array>);
    return Readable.fromWeb(plain as Parameters<typeof Readable.fromWeb>[0]);
  } catch (error) {
    throw new BackupError(texts.wrongKey, { cause: error });
  }
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));
