import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { deadlines } from '../deadlines.ts';
import { describeCurrentRequest, recordQuery } from '../timing.ts';
import { hangingMessage, isRetryable } from './db-errors.ts';
import type { DbLog } from './db-log.ts';
import type { DB } from './generated.ts';
import { trackConnections } from './track-connections.ts';

/** The pool or an open transaction: stores accept either. */
export type Db = Kysely<DB>;

export type DatabaseOptions = {
  url: string;
  maxConnections: number;
  applicationName: string;
  log?: DbLog;
  /** Statements that take at least this long are logged; 0 or undefined disables it. */
  slowStatementMs?: number;
  /** Called for every statement; for tests. */
  onQuery?: (text: string, parameters: readonly unknown[]) => void;
};

const idleConnectionMs = 60_000;

const maxLoggedLength = 2_000;
const maxRetries = 3;
const retryPauseMs = 20;

const oid = { int8: 20, timestamptz: 1184, date: 1082, int8Array: 1016, dateArray: 1182, textArray: 1009 };

/**
 * Opens a pool; the first query opens the first connection. Returns int8 as number, numeric and date as string,
 * timestamptz as Date. `await db.destroy()` closes the pool.
 */
export function openDatabase(options: DatabaseOptions): Db {
  const { url, maxConnections, applicationName, log, onQuery } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    application_name: applicationName,
    connectionTimeoutMillis: deadlines.connection,
    idleTimeoutMillis: idleConnectionMs,
    keepAlive: true,
    lock_timeout: deadlines.lock,
    // No client-side query_timeout: it would return a connection to the pool while its transaction is still open.
    statement_timeout: deadlines.statement,
    idle_in_transaction_session_timeout: deadlines.idleInTransaction,
    types: { getTypeParser },
  });
  // Without a listener, a server that disconnects would end the process. A closing pool does not wait for its
  // connections, and the embedded server may stop before they have closed.
  pool.on('error', (error) => {
    if (!pool.ending) log?.warn({ err: error }, 'an idle database connection was lost');
  });
  const opened: Opened = { pool, isHanging: false, closeConnections: trackConnections(pool) };
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: {
        connect: async () => {
          if (opened.isHanging) throw new Error(hangingMessage);
          return pool.connect();
        },
        end: () => pool.end(),
        options: pool.options,
      },
    }),
    log: ({ query, queryDurationMillis }) => {
      recordQuery(queryDurationMillis, query.sql);
      logSlowStatement(query.sql, queryDurationMillis, options);
      onQuery?.(query.sql, query.parameters);
    },
  });
  databases.set(db, opened);
  return db;
}

/** Without the values of parameters, which may be personal. */
function logSlowStatement(text: string, ms: number, { log, slowStatementMs = 0 }: DatabaseOptions): void {
  if (slowStatementMs === 0 || ms < slowStatementMs) return;
  const details = {
    ms: Math.round(ms),
    sql: text.slice(0, maxLoggedLength),
    caller: describeCurrentRequest(),
  };
  log?.warn(details, 'slow statement');
}

type Opened = { pool: pg.Pool; isHanging: boolean; closeConnections(): void };
const databases = new WeakMap<Db, Opened>();

/**
 * A database that accepts queries without responding would block every caller until the deadline of the request. While
 * it hangs, queries fail at once, including those in progress. Called by the probe in readiness.ts.
 */
export function setHanging(db: Db, isHanging: boolean): void {
  const opened = databases.get(db);
  if (!opened) return;
  opened.isHanging = isHanging;
  if (isHanging) opened.closeConnections();
}

/** Open and idle connections of the pool, and the number of callers that wait for one. */
export function poolStateOf(db: Db): { total: number; idle: number; waiting: number } {
  const pool = databases.get(db)?.pool;
  return { total: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 };
}

/**
 * Runs `fn` in a transaction. Inside an open transaction it joins that one. The outermost call retries the whole
 * function up to three times after a deadlock or serialization failure, so `fn` must not change anything outside the
 * database.
 */
export async function inTransaction<T>(db: Db, fn: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
  if (db.isTransaction) return fn(db as Transaction<DB>);
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await db.transaction().execute(fn);
    } catch (error) {
      if (attempt >= maxRetries || !isRetryable(error)) throw error;
      await sleep(retryPauseMs * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}

function getTypeParser(typeOid: number, format?: 'text' | 'binary') {
  if (format === 'binary') return pg.types.getTypeParser(typeOid, 'binary');
  if (typeOid === oid.int8) return parseInt8;
  if (typeOid === oid.timestamptz) return parseTimestamp;
  if (typeOid === oid.date) return String;
  if (typeOid === oid.dateArray) return pg.types.getTypeParser(oid.textArray, 'text');
  if (typeOid === oid.int8Array) return parseInt8Array;
  return pg.types.getTypeParser(typeOid, 'text');
}

const parseAnyTimestamp = pg.types.getTypeParser(oid.timestamptz, 'text') as (text: string) => Date;

/**
 * A long discussion contains 20,000 timestamps, so the usual form in UTC, `2026-11-21 09:50:28.123+00`, has a fast
 * parser.
 */
export function parseTimestamp(text: string): Date {
  const isUsualForm = text[0] !== '0' && text[4] === '-' && text[10] === ' ' && text.endsWith('+00');
  if (!isUsualForm) return parseAnyTimestamp(text);
  const twoDigits = (at: number) => (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero;
  let ms = 0;
  for (let at = 20, unit = 100; unit >= 1 && at < text.length - 3; at += 1, unit /= 10)
    ms += (text.charCodeAt(at) - zero) * unit;
  return new Date(
    Date.UTC(
      twoDigits(0) * 100 + twoDigits(2),
      twoDigits(5) - 1,
      twoDigits(8),
      twoDigits(11),
      twoDigits(14),
      twoDigits(17),
      ms,
    ),
  );
}

const zero = '0'.charCodeAt(0);

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 value ${text} does not fit into a number`);
  return value;
}

type NestedNumbers = (number | null | NestedNumbers)[];
type NestedTexts = (string | null | NestedTexts)[];

function parseInt8Array(text: string): NestedNumbers {
  const convert = (items: NestedTexts): NestedNumbers =>
    items.map((item) => {
      if (item === null) return null;
      return Array.isArray(item) ? convert(item) : parseInt8(item);
    });
  return convert(pg.types.getTypeParser(oid.textArray, 'text')(text));
}
