import { createHash } from 'node:crypto';
import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresError, explainFileError } from './embedded-postgres-error.ts';
import { canEnter, findServerUser, isRoot, nearestExisting, type ServerUser } from './server-user.ts';

/** Paths inside the data folder. */
export type DataPaths = {
  folder: string;
  cluster: string;
  /** Which files the cluster consists of. */
  clusterMark: string;
  secrets: string;
  ownerLock: string;
  serverLog: string;
};

const enterableMode = 0o711;
const systemWideFolder = '/var/lib/news-site';

export function dataPaths(folder: string): DataPaths {
  return {
    folder,
    cluster: path.join(folder, 'postgres'),
    clusterMark: path.join(folder, 'postgres-files.txt'),
    secrets: path.join(folder, 'postgres-secrets.json'),
    ownerLock: path.join(folder, 'owner.lock'),
    serverLog: path.join(folder, 'postgres.log'),
  };
}

/**
 * Returns the data folder: the explicit one, else `<projectRoot>/data`; for root, when PostgreSQL's unprivileged user
 * cannot enter that, a folder under /var/lib. A folder that already contains a cluster is kept. Throws
 * EmbeddedPostgresError when the folder cannot be entered.
 */
export function resolveDataDir(options: { explicit: string | undefined; projectRoot: string }): string {
  if (options.explicit) {
    const folder = path.resolve(options.explicit);
    if (isRoot()) requireEnterable(folder);
    return folder;
  }
  const inProject = path.resolve(options.projectRoot, 'data');
  if (!isRoot()) return inProject;
  const key = createHash('sha256').update(path.resolve(options.projectRoot)).digest('hex').slice(0, 12);
  const systemWide = path.join(systemWideFolder, key);
  // A change of folder permissions must not make the site start with an empty database.
  if (hasCluster(inProject)) return requireEnterable(inProject);
  if (hasCluster(systemWide)) return systemWide;
  return isEnterable(path.resolve(options.projectRoot)) ? inProject : systemWide;
}

/**
 * Creates the folder so that PostgreSQL's user can enter but not list it. Throws a clear error when it is not writable.
 */
export function prepareDataFolder(folder: string, user: ServerUser | undefined): void {
  try {
    // mkdir reports a read-only parent folder as a missing one.
    accessSync(nearestExisting(folder), constants.W_OK);
    mkdirSync(folder, { recursive: true, mode: enterableMode });
    const { mode } = statSync(folder);
    if (user && !canEnter(folder, user)) chmodSync(folder, mode | enterableMode);
  } catch (error) {
    throw explainFileError(error, folder);
  }
  if (user && !canEnter(folder, user)) throw folderUnreachable(folder, user);
}

function hasCluster(folder: string): boolean {
  return existsSync(path.join(dataPaths(folder).cluster, 'PG_VERSION'));
}

function isEnterable(folder: string): boolean {
  const user = findServerUser(dataPaths(folder).cluster);
  return !user || canEnter(folder, user);
}

function requireEnterable(folder: string): string {
  const user = findServerUser(dataPaths(folder).cluster);
  if (user && !canEnter(folder, user)) throw folderUnreachable(folder, user);
  return folder;
}

function folderUnreachable(folder: string, user: ServerUser): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'folder-unreachable',
    `PostgreSQL runs as "${user.name}", who cannot enter ${folder}; open the folder and those above it (chmod o+x) or set DATA_DIR to another one, e.g. /var/lib/news-site/data`,
  );
}
