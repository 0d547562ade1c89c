import { existsSync, readFileSync, statSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import type { DataPaths } from './data-folder.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** Files that exist as long as a cluster and are never replaced: a copy has them under other numbers. */
const lastingFiles = ['.', 'PG_VERSION', 'base', 'global'];
/** In `global/pg_control`, after the system identifier and two versions. */
const stateOffset = 16;
const shutDown = 1;

/**
 * Throws for a copy that was made while the database was running. Such a copy starts and is silently damaged, because its
 * files are from different times. The recorded file numbers (inodes) tell it from the folder itself after a crash, also
 * after a move on the same disk, with the whole disk, or as a snapshot. A cluster that was shut down may be copied freely.
 */
export function refuseCopyOfRunning(paths: DataPaths): void {
  if (wasShutDown(paths.cluster)) return;
  const marked = readMark(paths.clusterMark);
  const isOriginal = marked
    ? marked === describeFiles(paths.cluster)
    : // A cluster of an earlier release has no mark, but its server knew its folder.
      [undefined, paths.cluster].includes(readServedFolder(paths.cluster));
  if (isOriginal) return;
  throw new EmbeddedPostgresError(
    'copied-while-running',
    `${paths.cluster} was copied while its database was running, so the copy is damaged; restore a backup (npm run restore) or copy the folder of a stopped site; only if nothing ran while it was copied, delete ${existsSync(paths.clusterMark) ? paths.clusterMark : path.join(paths.cluster, 'postmaster.pid')} and start again`,
  );
}

/** Records which files are the cluster. */
export async function markCluster(paths: DataPaths): Promise<void> {
  const files = describeFiles(paths.cluster);
  if (readMark(paths.clusterMark) === files) return;
  const unfinished = `${paths.clusterMark}.unfinished`;
  const handle = await open(unfinished, 'w', 0o600);
  try {
    await handle.writeFile(files);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, paths.clusterMark);
}

/** Whether the last server has written everything to its files. */
function wasShutDown(cluster: string): boolean {
  const control = readFileSync(path.join(cluster, 'global/pg_control'));
  return control.readInt32LE(stateOffset) === shutDown;
}

/** Device numbers are no part of it: they change with the order in which disks are found. */
const describeFiles = (cluster: string): string =>
  `${lastingFiles.map((name) => statSync(path.join(cluster, name)).ino).join(' ')}\n`;

const readMark = (file: string): string | undefined =>
  existsSync(file) ? readFileSync(file, 'utf8') : undefined;

/** The second line of postmaster.pid. */
function readServedFolder(cluster: string): string | undefined {
  const file = path.join(cluster, 'postmaster.pid');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n')[1]?.trim() : undefined;
}
