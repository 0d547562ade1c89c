import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where bytes of uploads live. Paths are ours (`ab/abcdef.webp`), never a caller's. */
export type Storage = {
  put(path: string, bytes: Uint8Array): Promise<void>;
};

/** Files below `folder`. A file is there whole or not at all: temporary file, fsync, rename, fsync of the folder. */
export function createDiskStorage(folder: string): Storage {
  async function put(path: string, bytes: Uint8Array): Promise<void> {
    const target = join(folder, path);
    const temporary = `${target}.${randomUUID()}.tmp`;
    await mkdir(dirname(target), { recursive: true });
    try {
      await writeWhole(temporary, bytes);
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolder(dirname(target));
  }
  return { put };
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
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
