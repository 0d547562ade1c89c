import type { FastifyBaseLogger } from 'fastify';
import { type App, compose } from '../server/compose.ts';
import { type Config, loadConfig } from '../server/config.ts';
import { type OpenedDatabase, openConfiguredDatabase } from '../server/open-database.ts';
import { createRandomSecret } from '../server/platform/crypto.ts';
import type { Db } from '../server/platform/db/database.ts';
import { createLog, type Log } from '../server/platform/log.ts';
import { listenForInterruption, runMain } from './command-line.ts';

const maxConnections = 4;

type OpenedSite = { config: Config; log: Log; database: OpenedDatabase; interrupted: AbortSignal };

/** `interrupted` is aborted when the operator presses Ctrl-C. */
export type Site = App & { db: Db; interrupted: AbortSignal };

/**
 * Runs a command on the configured site, running or not, and ends the process with the exit code that `work` returns.
 * Reads the arguments first. The command opens no port and cannot open sessions.
 */
export function runCommand<Options>(
  readArguments: () => Options,
  work: (site: Site, options: Options) => Promise<number>,
): Promise<void> {
  return runOnDatabase(readArguments, (openedSite, options) =>
    withSite(openedSite, (site) => work(site, options)),
  );
}

/** The same for a command that only needs the database. */
export function runOnDatabase<Options>(
  readArguments: () => Options,
  work: (openedSite: OpenedSite, options: Options) => Promise<number>,
): Promise<void> {
  return runMain(() => {
    const options = readArguments();
    return withDatabase((openedSite) => work(openedSite, options));
  });
}

async function withDatabase(work: (openedSite: OpenedSite) => Promise<number>): Promise<number> {
  const config = loadConfig();
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  // An embedded server must not outlive the command.
  const interrupted = listenForInterruption();
  const database = await openConfiguredDatabase(config, log, {
    join: true,
    applicationName: 'news-site command',
    maxConnections,
  });
  try {
    return await work({ config, log, database, interrupted });
  } finally {
    await database.close();
  }
}

async function withSite(
  { config, log, database, interrupted }: OpenedSite,
  work: (site: Site) => Promise<number>,
): Promise<number> {
  const app = await compose({
    config,
    db: database.db,
    dataDir: database.dataDir,
    jwtSecret: createRandomSecret(),
    log: log as FastifyBaseLogger,
    readiness: { isReady: () => true, isStopping: () => false },
  });
  try {
    return await work({ ...app, db: database.db, interrupted });
  } finally {
    await app.close();
  }
}
