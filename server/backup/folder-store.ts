import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { finished } from 'node:stream/promises';
import { backup as texts } from '#locales/ru/backup.ts';
import { ignoreMissing } from '../platform/ignore-missing.ts';
import { BackupError } from './backup-error.ts';
import type { BackupStore, ObjectWriter } from './backup-store.ts';

const privateFile = 0o600;
const privateFolder = 0o700;
const readBytes = 1024 * 1024;
const unfinishedSuffix = '.unfinished';

/** A folder of backups. Only the owner of its files may read them. */
export function createFolderStore(folder: string): BackupStore {
  return {
    location: folder,
    async *list(prefix) {
      const start = join(folder, prefix);
      const entries = (await ignoreMissing(readdir(start, { recursive: true, withFileTypes: true }))) ?? [];
      for (const entry of entries) {
        const file = join(entry.parentPath, entry.name);
        if (!entry.isFile() || entry.name.endsWith(unfinishedSuffix)) continue;
        const stats = await ignoreMissing(stat(file));
        if (stats) yield { name: relative(folder, file).split(sep).join('/'), bytes: stats.size };
      }
    },
    get: (name) => ignoreMissing(readFile(join(folder, name))),
    async put(name, bytes) {
      const path = join(folder, name);
      const unfinished = `${path}.${randomUUID()}${unfinishedSuffix}`;
      await mkdir(dirname(path), { recursive: true, mode: privateFolder });
      const file = await open(unfinished, 'wx', privateFile);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, path);
      await syncPath(dirname(path));
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    async open(name) {
      const path = join(folder, name);
      const stats = await ignoreMissing(stat(path));
      if (!stats?.isFile()) throw new BackupError(texts.noSuchFile(path));
      return { stream: createReadStream(path, { highWaterMark: readBytes }), bytes: stats.size };
    },
    write: (name) => writeFile(join(folder, name)),
  };
}

function writeFile(path: string): ObjectWriter {
  const unfinished = `${path}${unfinishedSuffix}`;
  const stream = createWriteStream(unfinished, { mode: privateFile, flags: 'w' });
  return {
    stream,
    async finish() {
      await syncPath(unfinished);
      await link(unfinished, path).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'EEXIST' ? new BackupError(texts.fileExists(path)) : error;
      });
      await rm(unfinished);
      await syncPath(dirname(path));
    },
    async abort() {
      stream.destroy();
      await finished(stream).catch(() => undefined);
      await rm(unfinished, { force: true });
    },
  };
}

/** Waits until a file, or the names in a folder, are on disk. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
