import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { setDeadlines } from '#tests/support/set-deadlines.ts';
import { type Db, inTransaction, openDatabase } from './database.ts';
import { isDatabaseUnavailable, isRetryable, isTimeout, isUniqueViolation } from './db-errors.ts';
import type { EmbeddedPostgres } from './embedded/start-embedded-postgres.ts';
import { startTemporaryPostgres } from './embedded/start-temporary-postgres.ts';

let server: EmbeddedPostgres;
let db: Db;
const lostConnections: string[] = [];

const log = {
  info() {},
  warn: (_: object, message: string) => void lostConnections.push(message),
  error() {},
};
const open = (maxConnections: number, changes: Parameters<typeof setDeadlines>[0] = {}) => {
  const restore = setDeadlines(changes);
  const opened = openDatabase({ url: server.migrationUrl, maxConnections, applicationName: 'test', log });
  restore();
  return opened;
};

beforeAll(async () => {
  server = await startTemporaryPostgres({ settings: { fsync: 'off', deadlock_timeout: '50ms' } });
  db = open(4);
  await sql`create table sums (id int primary key, total int not null constraint sums_total_key unique)`.execute(
    db,
  );
});

afterAll(async () => {
  await db.destroy();
  await server.stop();
});

beforeEach(async () => {
  await sql`truncate sums`.execute(db);
  await sql`insert into sums values (1, 10), (2, 20)`.execute(db);
});

const readTotals = async () =>
  (await sql<{ total: number }>`select total from sums order by id`.execute(db)).rows.map((row) => row.total);

test('parses int8 as number, numeric and date as string, timestamptz as Date', async () => {
  const result = await sql<Record<string, unknown>>`
    select 9007199254740991::int8 as id, array[1, null]::int8[] as ids, 1.50::numeric as price,
           date '2026-03-01' as day, timestamptz '2026-03-01 00:00+03' as at, count(*) as n from sums`.execute(
    db,
  );
  expect(result.rows[0]).toEqual({
    id: 9007199254740991,
    ids: [1, null],
    price: '1.50',
    day: '2026-03-01',
    at: new Date('2026-02-28T21:00:00Z'),
    n: 2,
  });
});

test('throws for an int8 that a number cannot represent', async () => {
  await expect(sql`select 9007199254740993::int8`.execute(db)).rejects.toThrow(RangeError);
});

test('sets the timeouts on every connection', async () => {
  const single = open(1, { lock: 2_000, statement: 4_000, idleInTransaction: 10_000 });
  const result = await sql`
    select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
           current_setting('idle_in_transaction_session_timeout') as idle`.execute(single);
  expect(result.rows[0]).toEqual({ lock: '2s', statement: '4s', idle: '10s' });
  await single.destroy();
});

test('logs a slow statement with its duration and without its values', async () => {
  const lines: Array<[object, string]> = [];
  const warn = (details: object, message: string) => void lines.push([details, message]);
  const watched = openDatabase({
    url: server.migrationUrl,
    maxConnections: 1,
    applicationName: 'test',
    slowStatementMs: 20,
    log: { info: () => undefined, error: () => undefined, warn },
  });
  await sql`select pg_sleep(0.1), ${'canary@example.com'}::text`.execute(watched);
  await sql`select set_config('statement_timeout', '50', false)`.execute(watched);
  await expect(sql`select pg_sleep(60)`.execute(watched)).rejects.toSatisfy(isTimeout);
  const slow = lines.filter(([, message]) => message === 'slow statement');
  const line = { ms: expect.any(Number), sql: 'select pg_sleep(0.1), $1::text', caller: undefined };
  expect(slow[0]).toEqual([line, 'slow statement']);
  expect(slow.some(([details]) => JSON.stringify(details).includes('pg_sleep(60)'))).toBe(true);
  expect(JSON.stringify(lines)).not.toContain('canary');
  await watched.destroy();
});

test('cancels a slow statement and reuses the connection', async () => {
  const single = open(1);
  const slow = sql`set local statement_timeout = 50; select pg_sleep(5)`.execute(single);
  await expect(slow).rejects.toSatisfy(isTimeout);
  expect((await sql`select 1 as one`.execute(single)).rows).toEqual([{ one: 1 }]);
  await single.destroy();
});

test('reports the database as unavailable when no connection of the pool becomes free in time', async () => {
  const single = open(1, { connection: 100 });
  // A slow server opens a connection later than that.
  const isConnected = () =>
    sql`select 1`.execute(single).then(
      () => true,
      () => false,
    );
  await expect.poll(isConnected).toBe(true);
  await inTransaction(single, async () => {
    await expect(sql`select 1`.execute(single)).rejects.toSatisfy(isDatabaseUnavailable);
  });
  await single.destroy();
});

test('logs and replaces a lost idle connection', async () => {
  const single = open(1);
  const before = lostConnections.length;
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(single);
  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
  await expect.poll(() => lostConnections.length).toBe(before + 1);
  expect((await sql`select 1 as one`.execute(single)).rows).toEqual([{ one: 1 }]);
  await single.destroy();
});

test('recognises an unreachable server and a violated constraint', async () => {
  const nowhere = openDatabase({
    url: 'postgresql://a@localhost/a?host=/nonexistent',
    maxConnections: 1,
    applicationName: 'test',
  });
  await expect(sql`select 1`.execute(nowhere)).rejects.toSatisfy(isDatabaseUnavailable);
  await nowhere.destroy();
  const twice = sql`insert into sums values (3, 10)`.execute(db);
  await expect(twice).rejects.toSatisfy((error) => isUniqueViolation(error, 'sums_total_key'));
});

test('retries after a deadlock until both transactions commit', async () => {
  let runs = 0;
  const bothHoldOne = barrier(2);
  const add = (first: number, second: number) =>
    inTransaction(db, async (tx) => {
      runs += 1;
      await sql`update sums set total = total + 1 where id = ${first}`.execute(tx);
      if (runs <= 2) await bothHoldOne();
      await sql`update sums set total = total + 1 where id = ${second}`.execute(tx);
    });
  await Promise.all([add(1, 2), add(2, 1)]);
  expect(await readTotals()).toEqual([12, 22]);
  expect(runs).toBe(3);
});

test('gives up after three retries of a transaction that always fails to serialise', async () => {
  let runs = 0;
  const hopeless = inTransaction(db, async (tx) => {
    runs += 1;
    await sql`do 'begin raise sqlstate ''40001''; end'`.execute(tx);
  });
  await expect(hopeless).rejects.toSatisfy(isRetryable);
  expect(runs).toBe(4);
});

test('rolls back after any other failure without a retry', async () => {
  let runs = 0;
  const failing = inTransaction(db, async (tx) => {
    runs += 1;
    await sql`update sums set total = 0 where id = 1`.execute(tx);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(runs).toBe(1);
  expect(await readTotals()).toEqual([10, 20]);
});

test('joins an inner transaction to the outer one', async () => {
  const outer = inTransaction(db, async (tx) => {
    await inTransaction(tx, (inner) => sql`update sums set total = 0 where id = 1`.execute(inner));
    throw new Error('no');
  });
  await expect(outer).rejects.toThrow('no');
  expect(await readTotals()).toEqual([10, 20]);
});

function barrier(count: number): () => Promise<void> {
  let waiting = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  return () => {
    waiting += 1;
    if (waiting === count) resolve();
    return promise;
  };
}
