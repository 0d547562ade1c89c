import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { canEnter, type ServerUser } from './server-user.ts';

// sun_path holds 108 bytes on Linux and 104 on macOS, including the terminating zero.
const maxSocketPathBytes = 103;
const socketName = '.s.PGSQL.5432.lock';
const fallbackParent = '/tmp';

/**
 * Creates a private folder with a short path for the server's socket, since the path of a data folder may be too long.
 * The secret keeps others from guessing the folder's name and creating it first.
 */
export function prepareSocketFolder(cluster: string, secret: string, user: ServerUser | undefined): string {
  const key = createHash('sha256').update(`${secret} ${cluster}`).digest('hex').slice(0, 16);
  const folder = [os.tmpdir(), fallbackParent]
    .map((parent) => path.join(parent, `news-site-${key}`))
    .find((candidate) => isUsable(candidate, user));
  if (!folder) throw folderUnusable(fallbackParent);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stats = lstatSync(folder);
  const owner = user?.uid ?? process.getuid?.();
  if (!stats.isDirectory() || (stats.uid !== owner && stats.uid !== process.getuid?.()))
    throw folderUnusable(folder);
  if (user) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  return folder;
}

function isUsable(folder: string, user: ServerUser | undefined): boolean {
  if (Buffer.byteLength(path.join(folder, socketName)) > maxSocketPathBytes) return false;
  return !user || canEnter(path.dirname(folder), user);
}

function folderUnusable(folder: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'folder-unusable',
    `${folder} cannot hold the database's socket; set TMPDIR`,
  );
}
