import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

const sqliteBusy = 5;

/**
 * Keeps a second process away from the data folder until the returned function is called or this process ends.
 * The lock is the operating system's own, on an otherwise empty SQLite file: it cannot go stale after a kill,
 * be misread because a process id was used again, or be missed from another container that mounts the folder.
 */
export function takeOwnerLock(file: string): () => void {
  const ownerFile = `${file}.pid`;
  createPrivately(file);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new EmbeddedPostgresError(
      'second-instance',
      `another process of the site${ownerNote(ownerFile)} already uses ${file}; stop it, or give this one its own DATA_DIR`,
      { cause: error },
    );
  }
  writeFileSync(ownerFile, `${process.pid}\n`, { mode: 0o600 });
  return () => {
    rmSync(ownerFile, { force: true });
    lock.close();
  };
}

/** Others must not be able to hold the lock; an existing file is left alone, as closing it would drop our own lock. */
function createPrivately(file: string): void {
  try {
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}

function ownerNote(ownerFile: string): string {
  try {
    return ` (process ${readFileSync(ownerFile, 'utf8').trim()})`;
  } catch {
    return '';
  }
}
