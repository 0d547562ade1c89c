import { spawn } from 'node:child_process';
import { chownSync, lstatSync, readdirSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Binaries, readClusterVersion } from './binaries.ts';
import type { DataPaths } from './data-folder.ts';
import { diskFull, EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { lastLines } from './server-log.ts';
import { isRoot, type ServerUser } from './server-user.ts';

const unfinishedPrefix = '.postgres-unfinished-';
// Without a UTF-8 LC_CTYPE the trigrams of pg_trgm ignore Cyrillic letters. macOS has no C.UTF-8.
const ctype = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';

/** The environment of child processes: none of our variables, in particular no PG* variables and no secrets. */
export const serverEnvironment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

type ClusterOptions = {
  paths: DataPaths;
  binaries: Binaries;
  user: ServerUser | undefined;
  superuserPassword: string;
  /** Whether to wait until all files are on disk. */
  sync: boolean;
};

/** Whether the folder contains a cluster; throws when this server or user cannot open it. */
export async function inspectCluster(
  paths: DataPaths,
  majorVersion: string,
  user?: ServerUser,
): Promise<boolean> {
  const stats = lstatSync(paths.cluster, { throwIfNoEntry: false });
  if (!stats) return false;
  const owner = user?.uid ?? process.getuid?.();
  if (owner !== undefined && stats.uid !== owner) {
    const remedy = isRoot() ? `chown -R ${user?.name} ${paths.cluster}` : 'start the site as that user';
    throw new EmbeddedPostgresError(
      'folder-unusable',
      `${paths.cluster} belongs to another system user (uid ${stats.uid}, PostgreSQL would run as ${owner}); ${remedy}`,
    );
  }
  const version = await readClusterVersion(paths.cluster);
  if (version === majorVersion) return true;
  if (version !== undefined) {
    throw new EmbeddedPostgresError(
      'other-version',
      `${paths.cluster} was created by PostgreSQL ${version}, this release contains ${majorVersion}; dump it with the old release and restore it into an empty data folder`,
    );
  }
  if (readdirSync(paths.cluster).length === 0) return false;
  throw new EmbeddedPostgresError(
    'folder-unusable',
    `${paths.cluster} is not empty and not a PostgreSQL data folder; move it away`,
  );
}

/** Creates the cluster in a temporary folder and renames it when it is complete and on disk. */
export async function createCluster(options: ClusterOptions): Promise<void> {
  const { paths, binaries, user, superuserPassword, sync } = options;
  const tempFolder = path.join(paths.folder, `${unfinishedPrefix}${process.pid}-${Date.now()}`);
  const passwordFile = path.join(tempFolder, 'password');
  const cluster = path.join(tempFolder, 'cluster');
  await mkdir(tempFolder, { mode: 0o700 });
  await writeFile(passwordFile, `${superuserPassword}\n`, { mode: 0o600 });
  if (user) for (const file of [tempFolder, passwordFile]) chownSync(file, user.uid, user.gid);
  const args = initdbArguments(cluster, passwordFile);
  if (!sync) args.push('--no-sync');
  await runInitdb(binaries.initdb, args, user, paths.folder);
  // An empty folder may exist at the target path.
  await rmdir(paths.cluster).catch(() => {});
  await rename(cluster, paths.cluster);
  await syncFolder(paths.folder);
  await rm(tempFolder, { recursive: true, force: true });
}

/** Removes the leftovers of a killed start. If its initdb still writes, the next start removes them. */
export async function removeUnfinishedClusters(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(unfinishedPrefix));
  const removals = names.map((name) => rm(path.join(folder, name), { recursive: true, force: true }));
  await Promise.allSettled(removals);
}

function initdbArguments(cluster: string, passwordFile: string): string[] {
  return [
    `--pgdata=${cluster}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--data-checksums',
    '--encoding=UTF8',
    '--locale-provider=icu',
    '--icu-locale=ru-RU',
    '--locale=C',
    `--lc-ctype=${ctype}`,
    '--no-instructions',
  ];
}

async function runInitdb(
  program: string,
  args: string[],
  user: ServerUser | undefined,
  folder: string,
): Promise<void> {
  const child = spawn(program, args, {
    cwd: '/',
    env: serverEnvironment,
    uid: user?.uid,
    gid: user?.gid,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const outcome = await new Promise<number | string | null>((resolve, reject) => {
    child.once('error', (error) => reject(cannotRun(program, error)));
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  if (outcome === 0) return;
  if (output.includes('No space left on device')) throw diskFull(folder);
  throw new EmbeddedPostgresError('start-failed', `initdb failed (${outcome}): ${lastLines(output)}`);
}

/** ENOENT for an existing program means that its loader is missing: the binaries need glibc. */
export function cannotRun(program: string, error: Error): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'no-binaries',
    `${program} cannot be run on this system (${error.message}; the bundled PostgreSQL needs glibc and a folder that is not mounted noexec); set DATABASE_URL to a PostgreSQL server`,
    { cause: error },
  );
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
