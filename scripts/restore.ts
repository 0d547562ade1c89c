// npm run restore -- [PATH] [--at TIME] [--key FILE] [--dry-run]: restores a backup into an empty place.
import { join } from 'node:path';
import { backup as texts } from '#locales/ru/backup.ts';
import { createFolderStore } from '../server/backup/folder-store.ts';
import { openStore } from '../server/backup/open-store.ts';
import {
  type RestoreTarget,
  requireEmptyPlace,
  requireNoFiles,
  restoreBackup,
} from '../server/backup/restore-backup.ts';
import { restoreDeletions } from '../server/backup/restore-deletions.ts';
import { loadConfig } from '../server/config.ts';
import { getDataDir, hasDatabaseServer, migrateServer, resolveServer } from '../server/open-database.ts';
import { createLog } from '../server/platform/log.ts';
import { createStorage } from '../server/platform/storage/create-storage.ts';
import { openArchive, readArchiveArguments } from './backup-arguments.ts';
import { describeContents, secondsSince, showPass } from './backup-report.ts';
import { endProgressLine, listenForInterruption, runMain } from './command-line.ts';

await runMain(async () => {
  const startedAt = performance.now();
  const options = readArchiveArguments(texts.restoreUsage, { hasDryRun: true });
  const config = loadConfig();
  const signal = listenForInterruption();
  const opened = await openArchive(options, config);
  if (!opened) return 0;
  const { archive, manifest, summary } = opened;
  console.log(describeContents(summary));
  const log = createLog('silent');
  if (options.isDryRun && !hasDatabaseServer(config)) {
    const folder = getDataDir(config);
    const storage = createStorage({ s3: config.s3, dataDir: folder, log });
    await requireNoFiles({ storage, secretsFolder: join(folder, 'secrets') }, manifest);
    console.log(texts.wouldRestore);
    return 0;
  }
  const { dataDir, server } = await resolveServer(config, log, { canJoin: false, isCommand: true });
  try {
    const target: RestoreTarget = {
      migrationUrl: server.migrationUrl,
      storage: createStorage({ s3: config.s3, dataDir, log }),
      secretsFolder: join(dataDir, 'secrets'),
      migrate: (lastName) => migrateServer(server, log, lastName),
    };
    if (options.isDryRun) {
      await requireEmptyPlace(target, manifest);
      console.log(texts.wouldRestore);
      return 0;
    }
    await restoreBackup({ archive, manifest, summary, target, signal, onProgress: showPass('restoring') });
    endProgressLine();
    const besideBackups = config.backup.target ? [openStore(config.backup.target)] : [];
    const stores = [createFolderStore(dataDir), archive.store, ...besideBackups];
    const repeated = await restoreDeletions(server.migrationUrl, stores);
    if (repeated > 0) console.log(texts.deletionsRepeated(repeated));
    console.log(texts.restored(secondsSince(startedAt)));
    return 0;
  } finally {
    await server.stop();
  }
});
