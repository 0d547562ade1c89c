// npm run verify-backup -- [PATH] [--at TIME] [--key FILE]: restores a backup into a temporary place and compares everything.
import { backup as texts } from '#locales/ru/backup.ts';
import { verifyBackup } from '../server/backup/verify-backup.ts';
import { loadConfig } from '../server/config.ts';
import { migrateServer } from '../server/open-database.ts';
import { createLog } from '../server/platform/log.ts';
import { openArchive, readArchiveArguments } from './backup-arguments.ts';
import { describeContents, secondsSince, showPass } from './backup-report.ts';
import { endProgressLine, listenForInterruption, runMain } from './command-line.ts';

await runMain(async () => {
  const startedAt = performance.now();
  const options = readArchiveArguments(texts.verifyUsage, { hasDryRun: false });
  const signal = listenForInterruption();
  const opened = await openArchive(options, loadConfig());
  if (!opened) return 0;
  const { archive, manifest, summary } = opened;
  console.log(describeContents(summary));
  const log = createLog('silent');
  await verifyBackup({
    archive,
    manifest,
    summary,
    signal,
    onProgress: showPass('restoring'),
    migrate: (urls, lastName) => migrateServer(urls, log, lastName),
  });
  endProgressLine();
  if (summary.missingPictures > 0) console.error(texts.missingPictures(summary.missingPictures));
  console.log(texts.verified(secondsSince(startedAt)));
  return 0;
});
