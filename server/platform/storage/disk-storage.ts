import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { ignoreMissing } from '../ignore-missing.ts';
import type { Storage } from './storage.ts';

/** Stores files below `folder`. Files are written atomically: temporary file, fsync, rename, fsync of the folder. */
export function createDiskStorage(folder: string): Storage {
  async function put(path: string, bytes: Uint8Array): Promise<void> {
    const target = join(folder, path);
    const temporary = `${target}.${randomUUID()}.tmp`;
    await mkdir(dirname(target), { recursive: true });
    try {
      await writeAndSync(temporary, bytes);
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolder(dirname(target));
  }

  return {
    put,
    get: (path) => ignoreMissing(readFile(join(folder, path))),
    remove: (path) => rm(join(folder, path), { force: true }),
    async *list() {
      const entries = (await ignoreMissing(readdir(folder, { recursive: true, withFileTypes: true }))) ?? [];
      for (const entry of entries.filter((found) => found.isFile())) {
        const file = join(entry.parentPath, entry.name);
        const stats = await ignoreMissing(stat(file));
        if (stats) yield { path: relative(folder, file).split(sep).join('/'), modifiedAt: stats.mtime };
      }
    },
  };
}

async function writeAndSync(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o644);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
