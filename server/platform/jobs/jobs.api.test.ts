import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '#server/platform/log.ts';
import { hangLimitMs } from '#tests/support/hang-limit.ts';
import { runDueJobs } from '#tests/support/run-due-jobs.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { jobClasses } from './job-classes.ts';
import { type JobHandler, JobInterruptedError, jobs } from './jobs.ts';
import { sweepFailedJobs } from './sweep-failed-jobs.ts';
import { workerTimings } from './timings.ts';
import { startWorker, type Worker } from './worker.ts';

let database: TestDatabase;
let worker: Worker | undefined;
let completed: unknown[];
let work: (payload: unknown) => Promise<void>;
const usualTimings = { ...workerTimings };
const handlers: JobHandler[] = [{ name: 'note', run: (payload) => work(payload) }];

beforeEach(async () => {
  database = await createTestDatabase();
  completed = [];
  work = async (payload) => void completed.push(payload);
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  Object.assign(workerTimings, usualTimings);
  await database.release();
});

const add = (id: number) => jobs.add(database.db, 'note', { id });
const start = async () => {
  worker = await startWorker({ url: database.url, handlers, log: silentLog });
};
const waiting = async () =>
  (
    await sql<{ attempts: number; pause: number }>`
      select attempts, extract(epoch from run_at - timestamptz '2100-01-01')::float8 as pause
        from graphile_worker.jobs order by id`.execute(database.db)
  ).rows;

/** A job that fails, and whose pause begins in 2100, so that it is not due again. */
async function failLate(): Promise<never> {
  await sql`update graphile_worker._private_jobs set run_at = '2100-01-01'`.execute(database.db);
  throw new Error('not yet');
}

/** Whether the connection on which the queue is notified of new jobs has been opened. */
const isListening = async () =>
  (
    await sql<{ found: boolean }>`
      select exists (
        select from pg_stat_activity where datname = current_database() and query like 'LISTEN "jobs:insert"%'
      ) as found`.execute(database.db)
  ).rows[0]?.found;

describe('jobs', () => {
  it('run after the transaction that added them commits, and never after a rollback', async () => {
    const order = (id: number, fails: boolean) =>
      database.db.transaction().execute(async (tx) => {
        await jobs.add(tx, 'note', { id });
        if (fails) throw new Error('undone');
      });
    await order(1, false);
    await expect(order(2, true)).rejects.toThrow('undone');
    await runDueJobs({ url: database.url, handlers });
    expect(completed).toEqual([{ id: 1 }]);
  });

  it('are retried with a growing pause when they fail', async () => {
    work = failLate;
    await add(1);
    for (const pause of [Math.E, Math.E ** 2]) {
      await runDueJobs({ url: database.url, handlers });
      expect((await waiting())[0]?.pause).toBeCloseTo(pause, 3);
      await sql`update graphile_worker._private_jobs set run_at = now()`.execute(database.db);
    }
    expect((await waiting())[0]?.attempts).toBe(2);
  });

  it('are kept for a month after they have failed permanently', async () => {
    await add(1);
    await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(database.db);
    await sweepFailedJobs(database.db, new Date());
    expect(await waiting()).toHaveLength(1);
    await sweepFailedJobs(database.db, new Date(Date.now() + 31 * 24 * 3_600_000));
    expect(await waiting()).toHaveLength(0);
  });
});

describe('the worker', () => {
  it('starts jobs without waiting for the next poll', async () => {
    // The next poll never comes.
    Object.assign(workerTimings, { poll: 2 * hangLimitMs, inactive: 2 * hangLimitMs });
    await start();
    await expect.poll(isListening).toBe(true);
    for (let id = 1; id <= 6; id += 1) {
      await add(id);
      await expect.poll(waiting, { interval: 5 }).toEqual([]);
    }
    expect(completed).toHaveLength(6);
  });

  it('finishes a running job before it stops', async () => {
    let finish: () => void = () => undefined;
    const isFinished = new Promise<void>((resolve) => (finish = resolve));
    let isRunning = false;
    work = async (payload) => {
      isRunning = true;
      await isFinished;
      completed.push(payload);
    };
    workerTimings.stop = 2 * hangLimitMs;
    await start();
    await add(1);
    await expect.poll(() => isRunning).toBe(true);
    const stopped = worker?.stop().then(() => completed.push('stopped'));
    worker = undefined;
    await expect.poll(isListening).toBe(false);
    expect(completed).toEqual([]);
    finish();
    await stopped;
    expect(completed).toEqual([{ id: 1 }, 'stopped']);
    expect(await waiting()).toEqual([]);
  });

  it('runs payment jobs at once while a mail server does not respond', async () => {
    let respond: () => void = () => undefined;
    const isResponded = new Promise<void>((resolve) => (respond = resolve));
    let mails = 0;
    const mail: JobHandler = {
      name: 'mail',
      jobClass: 'mail',
      async run() {
        mails += 1;
        await isResponded;
      },
    };
    const money: JobHandler = { ...(handlers[0] as JobHandler), jobClass: 'payments' };
    worker = await startWorker({ url: database.url, handlers: [mail, money], log: silentLog });
    for (let id = 0; id < 40; id += 1) await jobs.add(database.db, 'mail', { id });
    await expect.poll(() => mails).toBe(jobClasses.mail.slots);
    await add(1);
    await expect.poll(() => completed).toEqual([{ id: 1 }]);
    expect(mails).toBe(jobClasses.mail.slots);
    respond();
  });

  it('counts no attempt for a job that is interrupted by a shutdown', async () => {
    let isRunning = false;
    let stop: () => void = () => undefined;
    const isStopping = new Promise<void>((resolve) => (stop = resolve));
    work = async () => {
      isRunning = true;
      await isStopping;
      throw new JobInterruptedError('half-way');
    };
    await start();
    await add(1);
    await expect.poll(() => isRunning).toBe(true);
    const stopped = worker?.stop();
    worker = undefined;
    stop();
    await stopped;
    expect(await waiting()).toEqual([{ attempts: 0, pause: expect.any(Number) }]);
  });

  it('adds startup jobs once and does not repeat a failed one at the next start', async () => {
    const atStart = [{ ...(handlers[0] as JobHandler), atStart: true }];
    work = failLate;
    worker = await startWorker({ url: database.url, handlers: atStart, log: silentLog });
    await expect.poll(async () => (await waiting())[0]?.attempts).toBe(1);
    await worker.stop();
    worker = await startWorker({ url: database.url, handlers: atStart, log: silentLog });
    expect(await waiting()).toEqual([{ attempts: 1, pause: expect.closeTo(Math.E, 3) }]);
  });

  it('recovers after its connections were lost during a job', async () => {
    let isRunning = false;
    work = async (payload) => {
      if (!isRunning) {
        isRunning = true;
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db);
      }
      completed.push(payload);
    };
    await start();
    await add(1);
    await expect.poll(() => completed.length).toBeGreaterThan(0);
    await add(2);
    await expect.poll(() => completed).toContainEqual({ id: 2 });
  });
});
