export type EmbeddedPostgresErrorCode =
  | 'no-binaries'
  | 'folder-unusable'
  | 'folder-unreachable'
  | 'other-version'
  | 'second-instance'
  | 'secrets-lost'
  | 'copied-while-running'
  | 'start-failed'
  | 'disk-full';

/** The embedded PostgreSQL cannot run. The message is one line for the operator with the reason and the remedy. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** SQLite's error code for a full disk; the lock of the data folder is an SQLite file. */
const sqliteFull = 13;

/** Turns file system errors that an operator can fix into one line; returns any other error unchanged. */
export function explainFileError(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const isSqliteFull = 'errcode' in error && error.errcode === sqliteFull;
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT' || isSqliteFull) return diskFull(folder, error);
  if (error.code === 'EROFS') {
    return new EmbeddedPostgresError(
      'folder-unusable',
      `the data folder ${folder} is read-only; mount it writable or set DATA_DIR to a writable folder`,
      { cause: error },
    );
  }
  if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'ENOTDIR') {
    return new EmbeddedPostgresError(
      'folder-unusable',
      `the data folder ${folder} cannot be written (${error.message}); give it to the user that runs the site or set DATA_DIR`,
      { cause: error },
    );
  }
  return error;
}

export function diskFull(folder: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError('disk-full', `the disk that holds ${folder} is full; free some space`, {
    cause,
  });
}
