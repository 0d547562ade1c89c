import { realpathSync, rmSync } from 'node:fs';
import { totalmem } from 'node:os';
import type { DbLog } from '../db-log.ts';
import { type Binaries, provideBinaries } from './binaries.ts';
import { createCluster, inspectCluster, removeUnfinishedClusters } from './cluster.ts';
import { markCluster, refuseCopyOfRunning } from './cluster-mark.ts';
import { dataPaths, prepareDataFolder } from './data-folder.ts';
import { explainFileError } from './embedded-postgres-error.ts';
import { startExitGuard } from './exit-guard.ts';
import { takeOwnerLock } from './owner-lock.ts';
import { prepareRoles, type ServerUrls, serverUrls } from './roles.ts';
import { createServerLog } from './server-log.ts';
import { loadSecrets } from './server-secrets.ts';
import { findServerUser } from './server-user.ts';
import { prepareSocketFolder } from './socket-folder.ts';
import { supervise } from './supervise.ts';

export type EmbeddedPostgres = ServerUrls & {
  /** Whether a killed process left this server running. */
  adopted: boolean;
  /** Ends all sessions, writes all data to disk and releases the data folder. May be called twice. */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  dataDir: string;
  log: DbLog;
  /** Server settings on top of the defaults below. */
  settings?: Record<string, string>;
  /** Programs of a PostgreSQL other than that of the npm packages. */
  binaries?: Binaries | undefined;
  /** Whether the server stops when this process is killed. Otherwise the next start adopts it. */
  stopsWithProcess?: boolean;
};

const mebibyte = 1024 * 1024;

/**
 * An eighth of the memory, which the site and the operating system share with the server: from the 128 MB of PostgreSQL up
 * to 1 GB, which hold the search index of a million posts.
 */
export function sharedBuffersMb(memoryBytes: number): number {
  return Math.min(1_024, Math.max(128, Math.floor(memoryBytes / 8 / mebibyte)));
}

const availableMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || totalmem());

const defaultSettings: Record<string, string> = {
  max_connections: '50',
  shared_buffers: `${sharedBuffersMb(availableMemory())}MB`,
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] %u ',
  log_checkpoints: 'off',
  log_lock_waits: 'on',
  // Suited to short queries on a solid-state disk.
  random_page_cost: '1.1',
  jit: 'off',
};

/**
 * Runs the PostgreSQL of the `@embedded-postgres` packages on `dataDir` and restarts it after a crash. Creates the
 * cluster when there is none. The URLs use a private unix socket. After a kill at any step, the next call completes the
 * work. Throws EmbeddedPostgresError with one line for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await startOn(options);
  } catch (error) {
    throw explainFileError(error, options.dataDir);
  }
}

async function startOn(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, settings } = options;
  const firstUser = findServerUser(dataPaths(dataDir).cluster);
  prepareDataFolder(dataDir, firstUser);
  const paths = dataPaths(realpathSync(dataDir));
  const release = takeOwnerLock(paths.ownerLock);
  const serverLog = createServerLog(paths.serverLog);
  const endGuard = options.stopsWithProcess ? startExitGuard(paths.cluster) : () => undefined;
  const releaseFolder = () => {
    endGuard();
    serverLog.stop();
    release();
  };
  try {
    const user = findServerUser(paths.cluster);
    const binaries = options.binaries ?? provideBinaries(paths.folder, user);
    await removeUnfinishedClusters(paths.folder);
    const hasCluster = await inspectCluster(paths, binaries.majorVersion, user);
    if (hasCluster) refuseCopyOfRunning(paths);
    const secrets = await loadSecrets(paths.secrets, hasCluster);
    if (!hasCluster) {
      log.info({ folder: paths.cluster }, 'creating the database');
      const sync = settings?.fsync !== 'off';
      await createCluster({ paths, binaries, user, superuserPassword: secrets.superuser, sync });
    }
    await markCluster(paths);
    const socketFolder = prepareSocketFolder(paths.cluster, secrets.socket, user);
    const urls = serverUrls(socketFolder, secrets);
    const supervised = await supervise(
      {
        program: binaries.postgres,
        cluster: paths.cluster,
        socketFolder,
        settings: { ...defaultSettings, ...settings },
        user,
        serverLog,
        log,
      },
      () => prepareRoles(urls, secrets, paths.cluster),
    );
    const stop = async () => {
      try {
        await supervised.stop();
        rmSync(socketFolder, { recursive: true, force: true });
      } finally {
        releaseFolder();
      }
    };
    let stopped: Promise<void> | undefined;
    return { ...urls, adopted: supervised.adopted, stop: () => (stopped ??= stop()) };
  } catch (error) {
    releaseFolder();
    throw error;
  }
}
