import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { hangLimitMs } from '#tests/support/hang-limit.ts';
import { setDeadlines } from '#tests/support/set-deadlines.ts';
import { type Db, inTransaction, openDatabase, poolStateOf, setHanging } from './database.ts';
import { isDatabaseUnavailable } from './db-errors.ts';
import { startTemporaryPostgres } from './embedded/start-temporary-postgres.ts';
import { createReadinessProbe, type ReadinessProbe } from './readiness.ts';

let server: Awaited<ReturnType<typeof startTemporaryPostgres>>;
let db: Db;
let probe: ReadinessProbe;
let suspended: number[] = [];
/** Ends the wait of the probe for a response. */
let endWait: () => void = () => undefined;

/** A probe waits for a response of the running server, however busy the machine is, and gives up a suspended one. */
async function probeTimeout(): Promise<number> {
  if (suspended.length > 0) await sleep(10);
  else await new Promise<void>((resolve) => (endWait = resolve));
  return 0;
}

beforeAll(async () => {
  server = await startTemporaryPostgres({ settings: { fsync: 'off' } });
  // Only the probe ends a wait for the database.
  setDeadlines({ connection: 2 * hangLimitMs });
  db = openDatabase({ url: server.appUrl, maxConnections: 3, applicationName: 'test' });
  const onHang = (isHanging: boolean) => setHanging(db, isHanging);
  probe = createReadinessProbe({ url: server.appUrl, onHang, probeTimeout });
});
afterEach(resume);
afterAll(async () => {
  await probe.stop();
  await db.destroy();
  await server.stop();
});

const runQuery = (from: Db = db) => sql`select 1`.execute(from);
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Suspends every process of the server: connections stay open, and the kernel still accepts new ones. */
async function hang(): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity`.execute(db);
  const postmaster = readFileSync(join(server.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0];
  suspended = [Number(postmaster), ...rows.map(({ pid }) => pid)];
  for (const pid of suspended) process.kill(pid, 'SIGSTOP');
  endWait();
}

function resume(): void {
  for (const pid of suspended.splice(0)) process.kill(pid, 'SIGCONT');
}

it('fails queries at once while the database hangs, including those in progress, and recovers by itself', async () => {
  await runQuery();
  await expect.poll(() => probe.isReady()).toBe(true);
  let continueTransaction: () => void = () => undefined;
  const mayContinue = new Promise<void>((resolve) => (continueTransaction = resolve));
  const transaction = errorOf(
    inTransaction(db, async (tx) => {
      await runQuery(tx);
      await mayContinue;
      await runQuery(tx);
    }),
  );
  await expect.poll(() => poolStateOf(db).total - poolStateOf(db).idle).toBe(1);
  await hang();
  continueTransaction();
  // The server sends nothing while it is suspended, so only the probe can end these queries.
  const errors = await Promise.all([errorOf(runQuery()), transaction]);
  expect(errors.map(isDatabaseUnavailable)).toEqual([true, true]);
  await expect.poll(() => probe.missing()).toEqual(['database']);
  for (let count = 0; count < 20; count += 1)
    expect(isDatabaseUnavailable(await errorOf(runQuery()))).toBe(true);
  // No caller waits for a connection.
  expect(poolStateOf(db)).toEqual({ total: 0, idle: 0, waiting: 0 });
  resume();
  await expect.poll(() => probe.isReady()).toBe(true);
  await runQuery();
});
