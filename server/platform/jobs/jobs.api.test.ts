import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '#server/platform/log.ts';
import { runDueJobs } from '#tests/support/run-due-jobs.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { jobClasses } from './job-classes.ts';
import { type JobHandler, JobInterruptedError, jobs } from './jobs.ts';
import { sweepFailedJobs } from './sweep-failed-jobs.ts';
import { startWorker, type Worker } from './worker.ts';

let database: TestDatabase;
let worker: Worker | undefined;
let completed: unknown[];
let work: (payload: unknown) => Promise<void>;
const handlers: JobHandler[] = [{ name: 'note', run: (payload) => work(payload) }];

beforeEach(async () => {
  database = await createTestDatabase();
  completed = [];
  work = async (payload) => void completed.push(payload);
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await database.drop();
});

const add = (id: number) => jobs.add(database.db, 'note', { id });
const start = async () => {
  worker = await startWorker({ url: database.url, handlers, log: silentLog });
};
const waiting = async () =>
  (
    await sql<{ attempts: number; pause: number }>`
      select attempts, extract(epoch from run_at - now())::float8 as pause
        from graphile_worker.jobs order by id`.execute(database.db)
  ).rows;

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
    work = async () => {
      throw new Error('not yet');
    };
    await add(1);
    for (const pause of [Math.E, Math.E ** 2]) {
      await runDueJobs({ url: database.url, handlers });
      const [job] = await waiting();
      expect(job?.pause).toBeGreaterThan(pause - 2);
      expect(job?.pause).toBeLessThan(pause + 2);
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
    await start();
    await expect.poll(isListening).toBe(true);
    // The queue polls every two seconds: by polling alone these jobs would take twelve seconds.
    const startedAt = performance.now();
    for (let id = 1; id <= 6; id += 1) {
      await add(id);
      await expect.poll(() => completed.length, { timeout: 10_000, interval: 5 }).toBe(id);
    }
    expect(performance.now() - startedAt).toBeLessThan(8_000);
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
    await start();
    await add(1);
    await expect.poll(() => isRunning).toBe(true);
    const stopped = worker?.stop();
    worker = undefined;
    setTimeout(finish, 200);
    await stopped;
    expect(completed).toEqual([{ id: 1 }]);
    expect(await waiting()).toEqual([]);
  });

  it('runs payment jobs at once while a mail server does not respond', { timeout: 30_000 }, async () => {
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
    work = async () => {
      throw new Error('not yet');
    };
    worker = await startWorker({ url: database.url, handlers: atStart, log: silentLog });
    await expect.poll(async () => (await waiting())[0]?.attempts).toBe(1);
    await worker.stop();
    worker = await startWorker({ url: database.url, handlers: atStart, log: silentLog });
    expect((await waiting()).map(({ attempts }) => attempts)).toEqual([1]);
  });

  it('recovers after its connections were lost during a job', { timeout: 30_000 }, async () => {
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
    await expect.poll(() => completed.length, { timeout: 5_000 }).toBeGreaterThan(0);
    await add(2);
    await expect.poll(() => completed, { timeout: 15_000 }).toContainEqual({ id: 2 });
  });
});
