import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import { extract } from 'tar-stream';
import { z } from 'zod';
import { backup as texts } from '#locales/ru/backup.ts';
import { BackupError } from './backup-error.ts';
import { requireEndMark } from './end-mark.ts';
import {
  entryNames,
  formatVersion,
  type Manifest,
  manifestSchema,
  type Summary,
  summarySchema,
} from './manifest.ts';

export type Archive = { path: string; identity: string | undefined };
export type ArchiveEntry = { name: string; content: Buffer; bytesRead: number; bytesTotal: number };

const ageHeader = 'age-encryption.org/v1\n';
const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** Parts of tables and pictures are smaller; more can only be damage. */
const maxEntryBytes = 256 * 1024 * 1024;

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
export async function* readEntries({ path, identity }: Archive): AsyncGenerator<ArchiveEntry> {
  const bytesTotal = await sizeOf(path);
  const isEncrypted = await detectEncryption(path);
  const file = createReadStream(path, { highWaterMark: 1024 * 1024 });
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
      yield { name: entry.header.name, content, bytesRead: file.bytesRead, bytesTotal };
    }
    await reading;
    if (failure) throw failure;
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(texts.damaged(describe(failure ?? error)), { cause: error });
  } finally {
    file.destroy();
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
    if (!manifest) manifest = readManifest(archive.path, entry);
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

function readManifest(path: string, { name, content }: ArchiveEntry): Manifest {
  if (name !== entryNames.manifest) throw new BackupError(texts.notABackup(path));
  const { format } = parse(z.object({ format: z.number() }), content, name);
  if (format > formatVersion) throw new BackupError(texts.newerFormat(format));
  return parse(manifestSchema, content, name);
}

async function sizeOf(path: string): Promise<number> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isFile()) throw new BackupError(texts.noSuchFile(path));
  return stats.size;
}

async function detectEncryption(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const { buffer: start, bytesRead } = await handle.read(
      Buffer.alloc(ageHeader.length),
      0,
      ageHeader.length,
      0,
    );
    if (bytesRead === ageHeader.length && start.toString('latin1') === ageHeader) return true;
    if (start.subarray(0, zstdMagic.length).equals(zstdMagic)) return false;
    throw new BackupError(texts.notABackup(path));
  } finally {
    await handle.close();
  }
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
