import { existsSync, realpathSync, statfsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { SecretError } from './platform/crypto.ts';
import { assertDatabaseSettings, DatabaseSettingsError } from './platform/db/assert-settings.ts';
import { type Db, openDatabase } from './platform/db/database.ts';
import { isDiskFull } from './platform/db/db-errors.ts';
import type { DbLog } from './platform/db/db-log.ts';
import { dataPaths, prepareDataFolder, resolveDataDir } from './platform/db/embedded/data-folder.ts';
import { EmbeddedPostgresError, explainFileError } from './platform/db/embedded/embedded-postgres-error.ts';
import { joinEmbeddedPostgres } from './platform/db/embedded/join-embedded-postgres.ts';
import { hasPostmaster } from './platform/db/embedded/process-identity.ts';
import { nearestExisting } from './platform/db/embedded/server-user.ts';
import { startEmbeddedPostgres } from './platform/db/embedded/start-embedded-postgres.ts';
import { migrate, pendingMigrations } from './platform/db/migrate.ts';
import { MigrationError } from './platform/db/migration-files.ts';
import { installJobs } from './platform/jobs/install-jobs.ts';
import { createLog } from './platform/log.ts';
import { processLimits } from './platform/process-limits.ts';

export type OpenedDatabase = {
  db: Db;
  /** Connects as the application role. */
  url: string;
  /** Connects as the role that owns the tables. */
  migrationUrl: string;
  dataDir: string;
  /** Whether the server was already running; `close` then leaves it running. */
  wasRunning: boolean;
  /** Closes the pool, and stops the server if this call started it. Can be called twice. */
  close(): Promise<void>;
};

export type OpenOptions = {
  /**
   * For commands, not for a site: uses the embedded server of a running site instead of failing. A server that the call
   * starts stops when the process is killed.
   */
  join?: boolean;
  applicationName?: string;
  /** Maximum size of the pool; the configured size by default. */
  maxConnections?: number;
};

type Server = { appUrl: string; migrationUrl: string; wasRunning: boolean; stop(): Promise<void> };

/** The database cannot be used. The message is one line for the operator and holds no secret. */
export class DatabaseOpenError extends Error {
  override name = 'DatabaseOpenError';
}

const projectRoot = resolve(import.meta.dirname, '..');
export const migrationFolder = resolve(projectRoot, 'db/migrations');
const retryDelayMs = 200;
/** Two 16 MB segments of PostgreSQL's write-ahead log, with a margin. */
const minFreeMegabytes = 40;

/**
 * Opens the configured database: starts the embedded PostgreSQL, joins the one of a running site (with `join`) or
 * connects to the external one; then runs the migrations and checks the settings. `operatorMessage` describes failures
 * that an operator can fix.
 */
export async function openConfiguredDatabase(
  config: Config,
  log: DbLog,
  options: OpenOptions = {},
): Promise<OpenedDatabase> {
  const { join: isCommand = false } = options;
  const { dataDir, server } = await resolveServer(config, log, { canJoin: isCommand, isCommand });
  const db = openDatabase({
    url: server.appUrl,
    maxConnections: options.maxConnections ?? config.poolSize,
    applicationName: options.applicationName ?? 'news-site',
    slowStatementMs: config.slowStatementMs,
    log,
  });
  const shutDown = async () => {
    try {
      await db.destroy();
    } finally {
      await server.stop();
    }
  };
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= shutDown());
  try {
    await requireFinishedRestore(db);
    const isOfRunningSite = config.database.kind === 'embedded' && server.wasRunning;
    if (isOfRunningSite) await requireMigrated(db);
    else await upgrade(config, { dataDir, server, db }, log);
    await assertDatabaseSettings(db, log);
    const { appUrl: url, migrationUrl } = server;
    return { db, url, migrationUrl, dataDir, wasRunning: server.wasRunning, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Shuts down the embedded PostgreSQL that a killed site left running; does nothing if there is none. */
export async function stopOrphanedDatabase(): Promise<void> {
  const config = loadConfig();
  if (config.database.kind === 'external') return;
  if (!hasDatabaseServer(config)) return;
  const dataDir = getDataDir(config);
  const { cluster } = dataPaths(realpathSync(dataDir));
  if (!existsSync(resolve(cluster, 'postmaster.pid')) && !hasPostmaster(cluster)) return;
  const { stop } = await startEmbeddedPostgres({ dataDir, log: createLog(config.logLevel) });
  await stop();
}

/** One line about a failed start whose cause the operator can fix; undefined for an internal error. */
export function operatorMessage(error: unknown): string | undefined {
  const kinds = [
    ConfigError,
    EmbeddedPostgresError,
    DatabaseOpenError,
    DatabaseSettingsError,
    MigrationError,
    SecretError,
  ];
  if (kinds.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code } = error as { code?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || isDiskFull(error)
    ? 'the disk is full; free some space'
    : undefined;
}

/**
 * The message for errors that a full disk causes indirectly: PostgreSQL exits when its log cannot be written, and the
 * only symptom is a lost connection.
 */
export function fullDiskMessage(config: Config): string | undefined {
  const folder = nearestExisting(getDataDir(config));
  const { bavail, bsize } = statfsSync(folder);
  const freeMegabytes = Math.floor((bavail * bsize) / 2 ** 20);
  return freeMegabytes < minFreeMegabytes
    ? `the disk that holds ${folder} has ${freeMegabytes} MB left, too little for the database; free some space`
    : undefined;
}

/**
 * The server of the configured database, without migrations. `canJoin`: the embedded server of a running site is used
 * instead of failing. `isCommand`: a server that this call starts stops when the process is killed.
 */
export async function resolveServer(
  config: Config,
  log: DbLog,
  { canJoin, isCommand }: { canJoin: boolean; isCommand: boolean },
): Promise<{ dataDir: string; server: Server }> {
  if (config.database.kind === 'external') {
    const { url, migrationUrl } = config.database;
    const dataDir = externalDataDir(config);
    await requireConnection('DATABASE_URL', url);
    if (migrationUrl !== url) await requireConnection('MIGRATION_DATABASE_URL', migrationUrl);
    return { dataDir, server: { appUrl: url, migrationUrl, wasRunning: true, stop: async () => {} } };
  }
  const dataDir = getDataDir(config);
  const startServer = () => start(dataDir, log, isCommand);
  return { dataDir, server: await (canJoin ? startOrJoin(dataDir, startServer) : startServer()) };
}

/** Whether the configured place has a database server: an embedded one is created only where a site starts. */
export function hasDatabaseServer(config: Config): boolean {
  return config.database.kind === 'external' || existsSync(dataPaths(getDataDir(config)).cluster);
}

export function getDataDir(config: Config): string {
  try {
    return resolveDataDir({ explicit: config.dataDir, projectRoot });
  } catch (error) {
    throw explainFileError(error, config.dataDir ?? projectRoot);
  }
}

/** With an external database the folder still holds pictures and secrets. */
function externalDataDir(config: Config): string {
  const folder = config.dataDir ?? getDataDir(config);
  prepareDataFolder(folder, undefined);
  return folder;
}

async function start(dataDir: string, log: DbLog, stopsWithProcess: boolean): Promise<Server> {
  const { appUrl, migrationUrl, stop } = await startEmbeddedPostgres({ dataDir, log, stopsWithProcess });
  return { appUrl, migrationUrl, wasRunning: false, stop };
}

/** The process that owns the folder may be starting or stopping: both ways are tried in turn. */
async function startOrJoin(dataDir: string, startServer: () => Promise<Server>): Promise<Server> {
  const deadline = performance.now() + processLimits.join;
  for (;;) {
    try {
      return await startServer();
    } catch (error) {
      const isOwned = error instanceof EmbeddedPostgresError && error.code === 'second-instance';
      if (!isOwned || performance.now() > deadline) throw error;
    }
    const joined = await join(dataDir);
    if (joined) return joined;
    await sleep(retryDelayMs);
  }
}

async function join(dataDir: string): Promise<Server | undefined> {
  try {
    const urls = await joinEmbeddedPostgres(dataDir);
    if (!urls || (await findConnectionProblem(urls.appUrl))) return undefined;
    return { ...urls, wasRunning: true, stop: async () => {} };
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
}

/** Installs the job queue and the migrations, up to `lastName` if it is given. */
export async function migrateServer(
  { appUrl, migrationUrl }: Pick<Server, 'appUrl' | 'migrationUrl'>,
  log: DbLog,
  lastName?: string,
): Promise<void> {
  // Before the migrations: a process that waits for those (`requireMigrated`) then finds the queue too.
  await installJobs({ url: migrationUrl, appUrl, log });
  await migrate({ url: migrationUrl, folder: migrationFolder, log, appUrl, lastName });
}

/** Migrates the database, after a copy of one that has been in use. */
async function upgrade(
  config: Config,
  { dataDir, server, db }: { dataDir: string; server: Server; db: Db },
  log: DbLog,
): Promise<void> {
  // Throws before anything, such as the tables of the job queue, is written to the database of a newer release.
  const { pending, isNew } = await findPending(db);
  if (pending.length > 0 && !isNew && config.backup.beforeUpgrade) {
    const { backUpBeforeUpgrade } = await import('./backup/upgrade-backup.ts');
    const { migrationUrl } = server;
    try {
      const file = await backUpBeforeUpgrade(config, { dataDir, migrationUrl });
      log.info({ file }, 'the database was copied before its migrations');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new DatabaseOpenError(
        `no backup could be made before the upgrade (${reason}); make room for it, or set BACKUP_BEFORE_UPGRADE=false`,
        { cause: error },
      );
    }
  }
  await migrateServer(server, log);
}

type PendingMigrations = {
  pending: string[];
  /** Whether the database has never had any migration. */
  isNew: boolean;
};

/** For commands; throws for the database of a newer release. */
export async function readPendingMigrations(url: string): Promise<PendingMigrations> {
  const db = openDatabase({ url, maxConnections: 1, applicationName: 'news-site migrate' });
  try {
    return await findPending(db);
  } finally {
    await db.destroy();
  }
}

async function findPending(db: Db): Promise<PendingMigrations> {
  const pending = await pendingMigrations(db, migrationFolder);
  const { rows } = await sql<{ used: boolean }>`
    select to_regclass('public.schema_migrations') is not null as used`.execute(db);
  return { pending, isNew: !rows[0]?.used };
}

/** Half a restore must not look like a site. */
async function requireFinishedRestore(db: Db): Promise<void> {
  const { rows } = await sql<{ unfinished: boolean }>`
    select to_regclass('public.unfinished_restore') is not null as unfinished`.execute(db);
  if (rows[0]?.unfinished)
    throw new DatabaseOpenError(
      'a restore into this database did not finish; run npm run restore again, with the same backup and settings',
    );
}

/** Migrations must not run under a running site of an older release, which uses the old tables. */
async function requireMigrated(db: Db): Promise<void> {
  const deadline = performance.now() + processLimits.migrations;
  let pending = await pendingMigrations(db, migrationFolder);
  // A site that has just started may still be migrating.
  while (pending.length > 0 && performance.now() < deadline) {
    await sleep(retryDelayMs);
    pending = await pendingMigrations(db, migrationFolder);
  }
  if (pending.length === 0) return;
  throw new DatabaseOpenError(
    `the running site is of an older release (it lacks ${pending.join(', ')}); restart it, then try again`,
  );
}

async function requireConnection(variable: string, url: string): Promise<void> {
  const problem = await findConnectionProblem(url);
  if (problem) throw new DatabaseOpenError(`${variable}: ${problem}`);
}

/** Why the server at a URL cannot be used, in one line; undefined if it can. */
async function findConnectionProblem(url: string): Promise<string | undefined> {
  let client: pg.Client;
  try {
    client = new pg.Client({
      connectionString: url,
      application_name: 'news-site start',
      connectionTimeoutMillis: processLimits.connection,
      query_timeout: processLimits.connection,
    });
  } catch {
    return 'not a PostgreSQL URL like postgresql://user:password@host:5432/database';
  }
  // The failing query reports the lost connection.
  client.on('error', () => {});
  const target = `${client.host}:${client.port}/${client.database ?? ''}`;
  try {
    await client.connect();
    await client.query('select 1');
    return undefined;
  } catch (error) {
    const isRejected = error instanceof pg.DatabaseError;
    return `the PostgreSQL server at ${target} ${isRejected ? 'rejects the connection' : 'does not respond'} (${describeReason(error)})`;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A host name with several addresses fails with an AggregateError without a message. */
function describeReason(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(describeReason))].join('; ');
  return error instanceof Error ? error.message : String(error);
}
