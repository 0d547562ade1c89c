import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { backup as texts } from '#locales/ru/backup.ts';
import { startTemporaryPostgres } from '../platform/db/embedded/start-temporary-postgres.ts';
import { createDiskStorage } from '../platform/storage/disk-storage.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { BackupError } from './backup-error.ts';
import { createContentMeter, pictureItem } from './content-meter.ts';
import { listPicturePaths } from './create-backup.ts';
import type { Manifest, Summary } from './manifest.ts';
import { compare, type RestoreOptions, type RestoreTarget, restoreBackup } from './restore-backup.ts';
import { copyOut } from './table-copy.ts';

type VerifyOptions = Omit<RestoreOptions, 'target' | 'onLoaded'> & {
  migrate(urls: { appUrl: string; migrationUrl: string }, lastName?: string): Promise<void>;
};

/** The server is thrown away, so it need not survive anything. */
const scratchSettings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

/** Restores an archive into a temporary server and folder, reads everything back and compares it. */
export async function verifyBackup({ migrate, ...options }: VerifyOptions): Promise<void> {
  const { manifest, summary } = options;
  const folder = await mkdtemp(join(tmpdir(), 'news-site-verify-'));
  try {
    const server = await startTemporaryPostgres({ settings: scratchSettings });
    try {
      const storage = createDiskStorage(join(folder, 'media'));
      const target: RestoreTarget = {
        migrationUrl: server.migrationUrl,
        storage,
        secretsFolder: join(folder, 'secrets'),
        migrate: (lastName) => migrate(server, lastName),
      };
      const onLoaded = async (client: pg.Client) => {
        await compareTables(client, manifest, summary);
        if (manifest.pictures !== 'none') await comparePictures(client, storage, summary);
      };
      await restoreBackup({ ...options, target, onLoaded });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads every table back. The columns are those of the archive, so later ones do not matter. */
export async function compareTables(
  client: pg.Client,
  manifest: Pick<Manifest, 'tables'>,
  summary: Pick<Summary, 'tables'>,
): Promise<void> {
  for (const table of manifest.tables) {
    const expected = summary.tables[table.name];
    if (!expected) throw new BackupError(texts.damaged(table.name));
    compare(table.name, await copyOut(client, table, async () => undefined), expected);
  }
}

/** Reads every file that the restored rows name. */
async function comparePictures(client: pg.Client, storage: Storage, summary: Summary): Promise<void> {
  const meter = createContentMeter();
  let missing = 0;
  for await (const path of listPicturePaths(client)) {
    const bytes = await storage.get(path);
    if (bytes) meter.add(pictureItem(path, bytes));
    else missing += 1;
  }
  if (missing !== summary.missingPictures) throw new BackupError(texts.missingPictures(missing));
  compare('pictures', meter.content(), summary.pictures);
}
