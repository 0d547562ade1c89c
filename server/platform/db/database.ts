import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { noteQuery } from '../timing.ts';
import { hangingMessage, isReplayable } from './db-errors.ts';
import type { DbLog } from './db-log.ts';
import type { DB } from './generated.ts';
import { trackConnections } from './pool-connections.ts';

/** The pool or an open transaction: stores accept either. */
export type Db = Kysely<DB>;

export type DatabaseOptions = {
  url: string;
  maxConnections: number;
  applicationName: string;
  log?: DbLog;
  /** Called for every statement; for tests. */
  onQuery?: (text: string, parameters: readonly unknown[]) => void;
};

// Each timeout is shorter than that of its caller. The HTTP request, with 8 s, is the last.
const poolWaitMs = 1_000;
const lockTimeoutMs = 2_000;
const statementTimeoutMs = 4_000;
const idleInTransactionMs = 10_000;
const idleConnectionMs = 60_000;

const replays = 3;
const replayPauseMs = 20;

const oid = { int8: 20, timestamptz: 1184, date: 1082, int8Array: 1016, dateArray: 1182, textArray: 1009 };

/**
 * Opens a pool; the first query opens the first connection. Returns int8 as number, numeric and date as string,
 * timestamptz as Date. `await db.destroy()` closes the pool.
 */
export function openDatabase({ url, maxConnections, applicationName, log, onQuery }: DatabaseOptions): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    application_name: applicationName,
    connectionTimeoutMillis: poolWaitMs,
    idleTimeoutMillis: idleConnectionMs,
    keepAlive: true,
    lock_timeout: lockTimeoutMs,
    // No client-side query_timeout: it would return a connection to the pool while its transaction is still open.
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
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
      noteQuery(queryDurationMillis);
      onQuery?.(query.sql, query.parameters);
    },
  });
  databases.set(db, opened);
  return db;
}

type Opened = { pool: pg.Pool; isHanging: boolean; closeConnections(): void };
const databases = new WeakMap<Db, Opened>();

/**
 * A database that accepts queries without answering would block every caller until the deadline of the request. While
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
      if (attempt >= replays || !isReplayable(error)) throw error;
      await sleep(replayPauseMs * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}

function getTypeParser(typeOid: number, format?: 'text' | 'binary') {
  if (format === 'binary') return pg.types.getTypeParser(typeOid, 'binary');
  if (typeOid === oid.int8) return toSafeNumber;
  if (typeOid === oid.timestamptz) return toMoment;
  if (typeOid === oid.date) return String;
  if (typeOid === oid.dateArray) return pg.types.getTypeParser(oid.textArray, 'text');
  if (typeOid === oid.int8Array) return toSafeNumbers;
  return pg.types.getTypeParser(typeOid, 'text');
}

const readAnyMoment = pg.types.getTypeParser(oid.timestamptz, 'text') as (text: string) => Date;

/**
 * A long discussion contains 20,000 timestamps, so the usual form in UTC, `2026-11-21 09:50:28.123+00`, has a fast
 * parser.
 */
export function toMoment(text: string): Date {
  const isUsual = text[0] !== '0' && text[4] === '-' && text[10] === ' ' && text.endsWith('+00');
  if (!isUsual) return readAnyMoment(text);
  const two = (at: number) => (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero;
  let ms = 0;
  for (let at = 20, unit = 100; unit >= 1 && at < text.length - 3; at += 1, unit /= 10)
    ms += (text.charCodeAt(at) - zero) * unit;
  return new Date(Date.UTC(two(0) * 100 + two(2), two(5) - 1, two(8), two(11), two(14), two(17), ms));
}

const zero = '0'.charCodeAt(0);

function toSafeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 value ${text} does not fit into a number`);
  return value;
}

type NestedNumbers = (number | null | NestedNumbers)[];
type NestedTexts = (string | null | NestedTexts)[];

function toSafeNumbers(text: string): NestedNumbers {
  const convert = (items: NestedTexts): NestedNumbers =>
    items.map((item) => {
      if (item === null) return null;
      return Array.isArray(item) ? convert(item) : toSafeNumber(item);
    });
  return convert(pg.types.getTypeParser(oid.textArray, 'text')(text));
}
