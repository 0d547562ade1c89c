import { statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Log } from './log.ts';

/** `low`: only small and important writes; `none`: no writes at all. */
export type SpaceLevel = 'enough' | 'low' | 'none';

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
  /** For tests: the bytes that are free. */
  measure?: () => Promise<number>;
};

const intervalMs = 1_000;
/** Below this share of the reserve nothing is written: the rest is for the database's own log. */
const shareForImportantWrites = 0.5;
/** Writes start again with this much more than the reserve, so that they do not stop at once again. */
const shareToResume = 0.1;

/** For a database on another machine: its server looks after its own disk. */
export const unlimitedSpace: FreeSpace = {
  level: () => 'enough',
  stop: () => undefined,
};

/**
 * Measures the free space of a disk every second. PostgreSQL stops when its log finds no room, and then the site cannot
 * even read, so the site refuses writes before that.
 */
export function watchFreeSpace({
  folder,
  minBytes,
  log,
  measure = () => readFreeBytes(folder),
}: Options): FreeSpace {
  let level: SpaceLevel = 'enough';
  let isMeasuring = false;

  function apply(measured: number): void {
    const next = levelOf(measured, minBytes, level);
    const details = { folder, freeMegabytes: Math.floor(measured / 2 ** 20) };
    if (next === 'enough' && level !== 'enough')
      log.warn(details, 'the disk has room again: writes are accepted');
    else if (next !== level)
      log.error(details, 'the disk is almost full: writes are refused until there is room');
    level = next;
  }

  async function update(): Promise<void> {
    // The disk of a network file system may not respond.
    if (isMeasuring) return;
    isMeasuring = true;
    try {
      apply(await measure());
    } catch (error) {
      log.warn({ err: error, folder }, 'the free space of the disk cannot be read');
    } finally {
      isMeasuring = false;
    }
  }

  const { bavail, bsize } = statfsSync(folder);
  apply(bavail * bsize);
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
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
