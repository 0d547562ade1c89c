import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

const sqliteBusy = 5;

/**
 * Locks the data folder against other processes until the returned function is called or this process ends. The lock is
 * a lock of the operating system on an otherwise empty SQLite file: it cannot go stale after a kill, cannot be misread
 * after a process id is reused, and also works between containers that mount the folder.
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

/**
 * Other users must not be able to take the lock. An existing file is not opened, since closing it would release our own
 * lock.
 */
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
