import { createHash } from 'node:crypto';
import {
  type FileHandle,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  rmdir,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { copySums, getPartName, unfinishedSuffix } from '#server/features/imports/index.ts';

/** Why a folder cannot be written, for the operator. */
export class ExportError extends Error {
  override name = 'ExportError';
  readonly reason: 'taken' | 'unfinished' | 'noParent';
  readonly folder: string;

  constructor(reason: ExportError['reason'], folder: string) {
    super(`${reason}: ${folder}`);
    this.reason = reason;
    this.folder = folder;
  }
}

export type CopyFolder = {
  /** Writes a file; a folder never has two of the same name. */
  write(file: string, content: string | Uint8Array): Promise<void>;
  /** Writes entries into files of at most a mebibyte, so that their readers need little memory. */
  writeParts(file: string, entries: AsyncIterable<string>): Promise<void>;
  /** Writes a picture once, under the hash of its bytes; returns its name. */
  writePicture(bytes: Uint8Array, extension: string): Promise<string>;
  counts(): { pictures: number; bytes: number };
};

const partBytes = 1024 * 1024;
const syncedAtOnce = 64;
const privateFile = 0o600;
const privateFolder = 0o700;

/**
 * Lets `work` fill a folder that does not exist yet or is empty. It has its name only when everything is on disk; until then it is
 * marked as unfinished, and it is removed if `work` fails.
 */
export async function createCopyFolder<Result>(
  folder: string,
  work: (copy: CopyFolder) => Promise<Result>,
): Promise<Result> {
  await requireFree(folder);
  const unfinished = `${folder}${unfinishedSuffix}`;
  await mkdir(unfinished, { mode: privateFolder }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new ExportError('unfinished', unfinished);
    throw error.code === 'ENOENT' ? new ExportError('noParent', path.dirname(folder)) : error;
  });
  try {
    const sums = await open(path.join(unfinished, copySums), 'wx', privateFile);
    let result: Result;
    try {
      result = await work(createWriter(unfinished, sums));
    } finally {
      await sums.close();
    }
    await syncTree(unfinished);
    await rmdir(folder).catch(ignoreMissing);
    await rename(unfinished, folder);
    await sync(path.dirname(folder));
    return result;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function requireFree(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error.code === 'ENOTDIR' ? new ExportError('taken', folder) : error;
  });
  if (names.length > 0) throw new ExportError('taken', folder);
}

function createWriter(root: string, sums: FileHandle): CopyFolder {
  const counts = { pictures: 0, bytes: 0 };

  async function write(file: string, content: string | Uint8Array): Promise<void> {
    const target = path.join(root, file);
    await mkdir(path.dirname(target), { recursive: true, mode: privateFolder });
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    await writeFile(target, bytes, { flag: 'wx', mode: privateFile });
    await sums.appendFile(`${createHash('sha256').update(bytes).digest('hex')}  ${file}\n`);
    counts.bytes += bytes.length;
  }

  return {
    write,
    async writeParts(file, entries) {
      let part = 1;
      let pending: string[] = [];
      let size = 0;
      for await (const entry of entries) {
        const bytes = Buffer.byteLength(entry);
        if (size > 0 && size + bytes > partBytes) {
          await write(getPartName(file, part), pending.join(''));
          part += 1;
          pending = [];
          size = 0;
        }
        pending.push(entry);
        size += bytes;
      }
      if (size > 0) await write(getPartName(file, part), pending.join(''));
    },
    async writePicture(bytes, extension) {
      const name = `${createHash('sha256').update(bytes).digest('hex')}.${extension}`;
      try {
        await write(`media/${name}`, bytes);
        counts.pictures += 1;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      return name;
    },
    counts: () => counts,
  };
}

/**
 * Brings everything below a folder to the disk: afterwards, because one file after the other takes minutes for a large site, and many
 * at a time share the writes of the file system.
 */
async function syncTree(folder: string): Promise<void> {
  const batch: Array<Promise<void>> = [];
  for await (const entry of await opendir(folder)) {
    const inside = path.join(folder, entry.name);
    if (entry.isDirectory()) await syncTree(inside);
    else batch.push(sync(inside));
    if (batch.length === syncedAtOnce) await Promise.all(batch.splice(0));
  }
  await Promise.all(batch);
  await sync(folder);
}

/** Of a file or a folder. */
async function sync(target: string): Promise<void> {
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const ignoreMissing = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOENT') throw error;
};
