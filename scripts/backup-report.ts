import { statSync } from 'node:fs';
import { backup as texts } from '#locales/ru/backup.ts';
import type { ArchiveEntry } from '../server/backup/archive-reader.ts';
import type { Summary } from '../server/backup/manifest.ts';
import { showProgressLine } from './command-line.ts';

export const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

export const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);

export const secondsSince = (startedAt: number): string =>
  ((performance.now() - startedAt) / 1000).toFixed(1);

export function describeContents({ tables, pictures }: Summary): string {
  const rows = Object.values(tables).reduce((sum, { count }) => sum + count, 0);
  return texts.contents({ tables: Object.keys(tables).length, rows, pictures: pictures.count });
}

/** A progress display for one pass over an archive. */
export function showPass(phase: 'checking' | 'restoring') {
  return ({ bytesRead, bytesTotal }: ArchiveEntry): void =>
    showProgressLine(
      texts.progress(
        texts.phases[phase],
        Math.round(bytesRead / 2 ** 20),
        Math.floor((bytesRead / Math.max(bytesTotal, 1)) * 100),
      ),
    );
}
