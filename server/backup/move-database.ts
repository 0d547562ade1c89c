import type pg from 'pg';
import { migrateServer } from '../open-database.ts';
import { silentLog } from '../platform/log.ts';
import { checkArchive } from './archive-reader.ts';
import { createBackup } from './create-backup.ts';
import { createFolderStore } from './folder-store.ts';
import type { Summary } from './manifest.ts';
import { requireEmptyPlace, restoreBackup } from './restore-backup.ts';
import { compareTables } from './verify-backup.ts';

type MoveOptions = {
  /** Both connect as the owner of the tables. */
  from: string;
  to: { appUrl: string; migrationUrl: string };
  /** For the copy on its way, which is removed by the caller. */
  folder: string;
  signal: AbortSignal;
  onProgress(phase: 'copy' | 'load', megabytes: number): void;
};

const archiveName = 'database.backup';
const bytesPerMegabyte = 2 ** 20;
/** The pictures and the secrets stay: only the database moves. */
const databaseOnly = { storage: undefined, secretsFolder: undefined };

/** Throws if there is anything in the target. */
export const requireEmptyTarget = (migrationUrl: string): Promise<void> =>
  requireEmptyPlace({ migrationUrl, ...databaseOnly }, { pictures: 'none' });

/** Copies a database to an empty one, compares every table, and lets the copy take writes. */
export async function moveDatabase({ from, to, folder, signal, onProgress }: MoveOptions): Promise<Summary> {
  const store = createFolderStore(folder);
  await createBackup({
    migrationUrl: from,
    ...databaseOnly,
    publicUrl: '',
    release: '',
    store,
    name: archiveName,
    recipient: undefined,
    pictures: 'none',
    isDryRun: false,
    signal,
    onProgress: ({ bytes }) => onProgress('copy', Math.round(bytes / bytesPerMegabyte)),
  });
  const archive = { store, name: archiveName, identity: undefined };
  const { manifest, summary } = await checkArchive(archive);
  await restoreBackup({
    archive,
    manifest,
    summary,
    target: {
      migrationUrl: to.migrationUrl,
      ...databaseOnly,
      migrate: (lastName) => migrateServer(to, silentLog, lastName),
    },
    signal,
    onProgress: ({ bytesRead }) => onProgress('load', Math.round(bytesRead / bytesPerMegabyte)),
    async onLoaded(client: pg.Client) {
      await compareTables(client, manifest, summary);
      if (summary.tables['public.maintenance']) await client.query('delete from maintenance');
    },
  });
  return summary;
}
