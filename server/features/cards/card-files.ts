import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '#server/platform/log.ts';

/** About 100 MB. */
const defaultMaxFiles = 1_000;
/** How many files a process writes between two evictions. */
const evictionShare = 0.05;
/** How exactly the time of the last use is known. */
const useStepMs = 3_600_000;

export type CardFiles = ReturnType<typeof createCardFiles>;

/**
 * Pictures of cards in a folder, which all processes of the site share. The least recently used ones are evicted. A folder that
 * cannot be written costs time, not correctness.
 */
export function createCardFiles({ folder, log, maxFiles = defaultMaxFiles }: Options) {
  const pathOf = (name: string) => join(folder, `${name}.jpg`);
  const writesBetween = Math.max(1, Math.floor(maxFiles * evictionShare));
  /** The first write counts what earlier processes left. */
  let untilEviction = 0;

  async function get(name: string): Promise<Buffer | undefined> {
    try {
      const bytes = await readFile(pathOf(name));
      if (!isComplete(bytes)) return undefined;
      const { mtimeMs } = await stat(pathOf(name));
      const now = new Date();
      if (now.getTime() - mtimeMs > useStepMs) await utimes(pathOf(name), now, now);
      return bytes;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') log.warn({ err: error }, 'a card was not read');
      return undefined;
    }
  }

  async function put(name: string, bytes: Uint8Array): Promise<void> {
    const temporary = join(folder, `${name}.${randomUUID()}.tmp`);
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(temporary, bytes);
      await rename(temporary, pathOf(name));
      untilEviction -= 1;
      if (untilEviction <= 0) await evict();
    } catch (error) {
      log.warn({ err: error }, 'a card was not stored');
      await rm(temporary, { force: true }).catch(() => undefined);
    }
  }

  /** Temporary files of processes that were killed are among the oldest. */
  async function evict(): Promise<void> {
    untilEviction = writesBetween;
    const files = await Promise.all(
      (await readdir(folder)).map(async (file) => {
        const path = join(folder, file);
        // Another process may evict at the same time.
        const usedAt = await stat(path).then(
          ({ mtimeMs }) => mtimeMs,
          () => undefined,
        );
        return usedAt === undefined ? [] : [{ path, usedAt }];
      }),
    );
    const oldest = files.flat().sort((left, right) => left.usedAt - right.usedAt);
    const surplus = oldest.slice(0, Math.max(0, oldest.length - maxFiles));
    await Promise.all(surplus.map(({ path }) => rm(path, { force: true })));
  }

  return { get, put };
}

type Options = { folder: string; log: Pick<Log, 'warn'>; maxFiles?: number };

/** Whether a JPEG has its first and last marker: a file of a machine that lost its power may lack the end. */
const isComplete = (bytes: Buffer): boolean =>
  bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8 && bytes.readUInt16BE(bytes.length - 2) === 0xffd9;
