type PgError = { code: string; constraint?: string; file?: string };

const unavailableCodes = new Set([
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '53300', // too_many_connections
  '58030', // io_error
  '55000', // the database does not accept connections
  '3D000', // invalid_catalog_name: the database was moved or is being restored
  '28000', // invalid_authorization_specification: the role may not log in
  '28P01', // invalid_password: the password has changed
]);

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT', // the unix socket does not exist
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPIPE',
]);

const storageSources = new Set(['md.c', 'fd.c', 'xlog.c', 'slru.c']);

/** Error message of queries while the database does not respond. */
export const hangingMessage = 'the database does not respond';

// node-postgres sets no code for these errors.
const unavailableMessages = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'timeout expired',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end',
  hangingMessage,
];

/** Whether a unique constraint was violated; with a name, only that constraint. */
export function isUniqueViolation(error: unknown, constraintName?: string): boolean {
  const failure = asPgError(error);
  if (failure?.code !== '23505') return false;
  return constraintName === undefined || failure.constraint === constraintName;
}

/** Whether a foreign key was violated: by deleting a referenced row or by referring to a missing one. */
export const isForeignKeyViolation = (error: unknown): boolean => asPgError(error)?.code === '23503';

/** Whether the database cannot serve queries now: down, starting, stopping, full, or the pool is exhausted. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = asPgError(error)?.code;
  if (code !== undefined && isUnavailableCode(code)) return true;
  if (isReadOnlyDisk(error)) return true;
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  return unavailableMessages.some((text) => error.message.startsWith(text));
}

/** Whether a statement or a lock exceeded its timeout (database.ts). */
export function isTimeout(error: unknown): boolean {
  const code = asPgError(error)?.code;
  return code === '57014' || code === '55P03';
}

/** Whether a retry of the whole transaction may succeed: after a serialization failure or a deadlock. */
export function isRetryable(error: unknown): boolean {
  const code = asPgError(error)?.code;
  return code === '40001' || code === '40P01';
}

function isUnavailableCode(code: string): boolean {
  return unavailableCodes.has(code) || unreachableCodes.has(code) || /^08[0-9A-Z]{3}$/.test(code);
}

function asPgError(error: unknown): PgError | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? (error as PgError) : undefined;
}

/**
 * Whether the database cannot open its files because its disk is read-only. PostgreSQL reports this as a missing privilege, but
 * from the source file of its storage instead of the one of its access rules.
 */
function isReadOnlyDisk(error: unknown): boolean {
  const { code, file } = asPgError(error) ?? {};
  return code === '42501' && file !== undefined && storageSources.has(file);
}

/** Whether the server's disk is full. */
export function isDiskFull(error: unknown): boolean {
  return asPgError(error)?.code === '53100';
}
