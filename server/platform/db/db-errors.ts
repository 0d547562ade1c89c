type PgError = { code: string; constraint?: string };

const unavailableCodes = new Set([
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '53300', // too_many_connections
  '55000', // the database does not accept connections
  '3D000', // no such database: moved, or being restored
  '28000', // the role may not enter
  '28P01', // or its password has changed
]);

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT', // the unix socket is not there
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPIPE',
]);

/** What a query fails with while the database does not answer. */
export const hangingMessage = 'the database does not answer';

// node-postgres gives these no code.
const unavailableMessages = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'timeout expired',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end',
  hangingMessage,
];

/** A unique constraint said no; with a name, only that constraint. */
export function isUniqueViolation(error: unknown, constraintName?: string): boolean {
  const failure = asPgError(error);
  if (failure?.code !== '23505') return false;
  return constraintName === undefined || failure.constraint === constraintName;
}

/** A row that others refer to was to go, or one that is not there was referred to. */
export const isForeignKeyViolation = (error: unknown): boolean => asPgError(error)?.code === '23503';

/** The database cannot be asked at present: down, starting, stopping, full, or the pool is exhausted. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = asPgError(error)?.code;
  if (code !== undefined && isUnavailableCode(code)) return true;
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  return unavailableMessages.some((text) => error.message.startsWith(text));
}

/** A statement or a lock took longer than the ladder of time-outs allows. */
export function isTimeout(error: unknown): boolean {
  const code = asPgError(error)?.code;
  return code === '57014' || code === '55P03';
}

/** A serialization failure or deadlock: the same transaction may succeed when replayed whole. */
export function isReplayable(error: unknown): boolean {
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

/** The server's disk is full. */
export function isDiskFull(error: unknown): boolean {
  return asPgError(error)?.code === '53100';
}
