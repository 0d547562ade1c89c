// npm run migrate [-- --dry-run] [--no-backup]: brings the database to the schema of this release, after a backup.
import { migrate as texts } from '#locales/ru/migrate.ts';
import { backUpBeforeUpgrade } from '../server/backup/upgrade-backup.ts';
import { loadConfig } from '../server/config.ts';
import { migrateServer, readPendingMigrations, resolveServer } from '../server/open-database.ts';
import { createLog } from '../server/platform/log.ts';
import { CommandError, listenForInterruption, parseArguments, runMain } from './command-line.ts';

await runMain(async () => {
  const { values, positionals } = parseArguments(texts.usage, {
    'dry-run': { type: 'boolean' },
    'no-backup': { type: 'boolean' },
  });
  if (positionals.length > 0) throw new CommandError(texts.usage);
  const config = loadConfig();
  const log = createLog('silent');
  const signal = listenForInterruption();
  const { dataDir, server } = await resolveServer(config, log, { canJoin: true, isCommand: true });
  try {
    const { pending, isNew } = await readPendingMigrations(server.appUrl);
    if (pending.length === 0) {
      console.log(texts.upToDate);
      return 0;
    }
    console.log(texts.pending(pending));
    if (values['dry-run']) return 0;
    // An older release serves this database from the same folder, and its successor is not there yet.
    if (config.database.kind === 'embedded' && server.wasRunning) throw new CommandError(texts.siteIsRunning);
    if (!isNew && !values['no-backup']) {
      const { migrationUrl } = server;
      console.log(texts.backedUp(await backUpBeforeUpgrade(config, { dataDir, migrationUrl }, signal)));
    }
    signal.throwIfAborted();
    await migrateServer(server, log);
    console.log(texts.migrated(pending.length));
    return 0;
  } finally {
    await server.stop();
  }
});
