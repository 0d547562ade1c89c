import { statfsSync } from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from './log.ts';

/** `low`: only small and important writes; `none`: no writes at all; `read-only`: no writes, whatever is free. */
export type SpaceLevel = 'enough' | 'low' | 'none' | 'read-only';

export type FreeSpace = {
  level(): SpaceLevel;
  stop(): void;
};

type Options = {
  /** A folder on the measured disk. */
  folder: string;
  /** Below this, writes are refused. */
  minBytes: number;
  log: Pick<Log, 'error' | 'warn'>;
  /** For tests: the bytes that are free. Rejects with `EROFS` if the disk is read-only. */
  measure?: () => Promise<number>;
};

const intervalMs = 1_000;
/** Below this share of the reserve nothing is written: the rest is for the database's own log. */
const shareForImportantWrites = 0.5;
/** Writes start again with this much more than the reserve, so that they do not stop at once again. */
const shareToResume = 0.1;

const almostFull = 'the disk is almost full: writes are refused until there is room';
const reasons = {
  low: almostFull,
  none: almostFull,
  'read-only':
    'the disk is read-only: writes are refused until it is mounted writable and the site is restarted',
};

/** For a database on another machine: its server looks after its own disk. */
export const unlimitedSpace: FreeSpace = {
  level: () => 'enough',
  stop: () => undefined,
};

/**
 * Measures the free space of a disk every second. PostgreSQL stops when its log finds no room, and then the site cannot
 * even read, so the site refuses writes before that. It also refuses them on a disk that the kernel has made read-only
 * after an error.
 */
export function watchFreeSpace({
  folder,
  minBytes,
  log,
  measure = () => readFreeBytes(folder),
}: Options): FreeSpace {
  let level: SpaceLevel = 'enough';
  let isMeasuring = false;

  function apply(next: SpaceLevel, details: object): void {
    if (next === level) return;
    level = next;
    if (next === 'enough') log.warn({ folder, ...details }, 'the disk has room again: writes are accepted');
    else log.error({ folder, ...details }, reasons[next]);
  }

  const applyBytes = (bytes: number) =>
    apply(levelOf(bytes, minBytes, level), { freeMegabytes: Math.floor(bytes / 2 ** 20) });

  async function update(): Promise<void> {
    // The disk of a network file system may not respond.
    if (isMeasuring) return;
    isMeasuring = true;
    try {
      applyBytes(await measure());
    } catch (error) {
      if (isReadOnlyError(error)) apply('read-only', {});
      else log.warn({ err: error, folder }, 'the free space of the disk cannot be read');
    } finally {
      isMeasuring = false;
    }
  }

  const { bavail, bsize } = statfsSync(folder);
  applyBytes(bavail * bsize);
  const timer = setInterval(() => void update(), intervalMs).unref();
  return { level: () => level, stop: () => clearInterval(timer) };
}

/** The level for a measurement after the previous level. */
export function levelOf(bytes: number, minBytes: number, previous: SpaceLevel): SpaceLevel {
  if (bytes < minBytes * shareForImportantWrites) return 'none';
  if (bytes < minBytes) return 'low';
  return previous !== 'enough' && bytes < minBytes + minBytes * shareToResume ? 'low' : 'enough';
}

async function readFreeBytes(folder: string): Promise<number> {
  // Opening a file for writing fails on a read-only disk and stores nothing.
  await (await open(join(folder, 'disk-check'), 'a')).close();
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const isReadOnlyError = (error: unknown): boolean => (error as { code?: unknown }).code === 'EROFS';
