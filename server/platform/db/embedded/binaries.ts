import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { canRead, type ServerUser } from './server-user.ts';

export type Binaries = { initdb: string; postgres: string; majorVersion: string };

type Symlink = { source: string; target: string };
type NativePackage = { root: string; version: string; symlinks: Symlink[] };

const copyPrefix = 'postgresql-';

/**
 * Returns the server's programs: those in the npm package when PostgreSQL's user can run them there, otherwise a copy
 * in the data folder. The package creates its library links in an install script, which may have been disabled.
 */
export function provideBinaries(
  dataFolder: string,
  user: ServerUser | undefined,
  resolveFrom: string = import.meta.url,
): Binaries {
  const native = findPackage(resolveFrom);
  const majorVersion = native.version.split('.')[0] ?? '';
  const home = isRunnableInPlace(native, user)
    ? path.join(native.root, 'native')
    : copyToDataFolder(native, dataFolder);
  const bin = path.join(home, 'bin');
  return { initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres'), majorVersion };
}

function findPackage(resolveFrom: string): NativePackage {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(resolveFrom).resolve(name);
    const root = path.resolve(path.dirname(entry), '..');
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    const linksFile = path.join(root, 'native', 'pg-symlinks.json');
    const symlinks = existsSync(linksFile) ? (JSON.parse(readFileSync(linksFile, 'utf8')) as Symlink[]) : [];
    return { root, version, symlinks };
  } catch (error) {
    throw new EmbeddedPostgresError(
      'no-binaries',
      `the package ${name} is not installed (optional packages left out, or no PostgreSQL for this platform); run npm install, or set DATABASE_URL to a PostgreSQL server`,
      { cause: error },
    );
  }
}

function isRunnableInPlace(native: NativePackage, user: ServerUser | undefined): boolean {
  if (!native.symlinks.every((link) => existsSync(path.join(native.root, link.target)))) return false;
  if (!user) return true;
  return ['native/bin/postgres', 'native/lib/postgresql', 'native/share/postgresql'].every((part) =>
    canRead(path.join(native.root, part), user),
  );
}

/** Synchronous because that takes half the time, and it runs once, before anything else. */
function copyToDataFolder(native: NativePackage, dataFolder: string): string {
  const name = `${copyPrefix}${native.version}`;
  const home = path.join(dataFolder, name);
  removeOtherCopies(dataFolder, name);
  if (existsSync(home)) return home;
  const unfinished = `${home}.unfinished`;
  cpSync(path.join(native.root, 'native'), unfinished, { recursive: true, verbatimSymlinks: true });
  for (const link of native.symlinks) restoreSymlink(unfinished, link);
  makeReadable(unfinished);
  renameSync(unfinished, home);
  return home;
}

function restoreSymlink(home: string, { source, target }: Symlink): void {
  const link = path.join(home, path.relative('native', target));
  if (existsSync(link)) return;
  rmSync(link, { force: true });
  symlinkSync(path.relative(path.dirname(target), source), link);
}

/** An installation with a strict umask creates files that only root can read. */
function makeReadable(home: string): void {
  const names = ['.', ...readdirSync(home, { recursive: true, encoding: 'utf8' })];
  for (const file of names.map((name) => path.join(home, name))) {
    const stats = lstatSync(file);
    if (stats.isSymbolicLink()) continue;
    const isOpen = stats.isDirectory() || (stats.mode & 0o100) !== 0;
    const mode = isOpen ? 0o755 : 0o644;
    if ((stats.mode & mode) !== mode) chmodSync(file, mode);
  }
}

/** Removes copies of other versions and unfinished copies. */
function removeOtherCopies(dataFolder: string, keep: string): void {
  const others = readdirSync(dataFolder).filter((name) => name.startsWith(copyPrefix) && name !== keep);
  for (const name of others) rmSync(path.join(dataFolder, name), { recursive: true, force: true });
}

/** The major version that created a cluster, or undefined when there is no cluster. */
export async function readClusterVersion(cluster: string): Promise<string | undefined> {
  try {
    return (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
