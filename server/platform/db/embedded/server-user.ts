import { existsSync, lstatSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** The system user that PostgreSQL runs as; `undefined` always means the user of this process. */
export type ServerUser = { name: string; uid: number; gid: number };

const candidates = ['news-site', 'postgres', 'nobody'];

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * PostgreSQL refuses to run as root, so root starts it as an existing unprivileged user. An existing cluster keeps its
 * owner, even when other users have been created since.
 */
export function findServerUser(clusterFolder: string): ServerUser | undefined {
  if (!isRoot()) return undefined;
  const users = readPasswd();
  const owner = ownerOf(clusterFolder);
  if (owner) {
    const name = users.find((user) => user.uid === owner.uid)?.name ?? String(owner.uid);
    return { name, ...owner };
  }
  for (const name of candidates) {
    const user = users.find((candidate) => candidate.name === name);
    if (user) return user;
  }
  throw new EmbeddedPostgresError(
    'start-failed',
    `PostgreSQL refuses to run as root and none of the users ${candidates.join(', ')} exists; create one (useradd --system news-site) or start the site as an ordinary user`,
  );
}

/** Whether `user` may enter the folder, or its nearest existing ancestor, through all its ancestors. */
export function canEnter(folder: string, user: ServerUser): boolean {
  return ancestorsOf(folder).every((ancestor) => hasAccess(statSync(ancestor), user, 1));
}

/** Whether `user` may read the file or folder and enter everything above it. */
export function canRead(target: string, user: ServerUser): boolean {
  if (!existsSync(target)) return false;
  return canEnter(path.dirname(target), user) && hasAccess(statSync(target), user, 4);
}

/** The folder itself, or the closest one above it that exists. */
export function nearestExisting(folder: string): string {
  let existing = path.resolve(folder);
  while (!existsSync(existing)) existing = path.dirname(existing);
  return existing;
}

function ancestorsOf(folder: string): string[] {
  const chain = [realpathSync(nearestExisting(folder))];
  for (let parent = path.dirname(chain[0] ?? '/'); !chain.includes(parent); parent = path.dirname(parent)) {
    chain.push(parent);
  }
  return chain;
}

function hasAccess(stats: Stats, user: ServerUser, bit: 1 | 4): boolean {
  if (stats.uid === user.uid) return (stats.mode & (bit << 6)) !== 0;
  if (stats.gid === user.gid) return (stats.mode & (bit << 3)) !== 0;
  return (stats.mode & bit) !== 0;
}

function ownerOf(clusterFolder: string): { uid: number; gid: number } | undefined {
  const stats = lstatSync(clusterFolder, { throwIfNoEntry: false });
  return stats && stats.uid !== 0 ? { uid: stats.uid, gid: stats.gid } : undefined;
}

function readPasswd(): ServerUser[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [name = '', , uid = '', gid = ''] = line.split(':');
    return /^\d+$/.test(uid) && /^\d+$/.test(gid) && uid !== '0' ? [{ name, uid: +uid, gid: +gid }] : [];
  });
}
