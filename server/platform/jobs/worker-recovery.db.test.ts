import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Db, openDatabase } from '#server/platform/db/database.ts';
import { isDatabaseUnavailable } from '#server/platform/db/db-errors.ts';
import type { EmbeddedPostgres } from '#server/platform/db/embedded/start-embedded-postgres.ts';
import { startTemporaryPostgres } from '#server/platform/db/embedded/start-temporary-postgres.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createReadinessProbe } from '#server/platform/db/readiness.ts';
import { silentLog } from '#server/platform/log.ts';
import { hangLimitMs } from '#tests/support/hang-limit.ts';
import { createAbandonedJobs } from './abandoned-jobs.ts';
import { createAbandonedJobsCheck } from './abandoned-jobs-check.ts';
import { installJobs } from './install-jobs.ts';
import { type JobHandler, type JobPayload, jobs } from './jobs.ts';
import { resetFutureTimes } from './reset-future-times.ts';
import { workerTimings } from './timings.ts';
import { startWorker, type Worker } from './worker.ts';

const pollOptions = { interval: 200 };
const usualTimings = { ...workerTimings };
const workerModule = new URL('./worker.ts', import.meta.url).href;

let server: EmbeddedPostgres;
let db: Db;
let pool: pg.Pool;
let workers: Worker[] = [];
const children: ChildProcess[] = [];
let done: number[] = [];

beforeAll(async () => {
  server = await startTemporaryPostgres({ settings: { fsync: 'off' } });
  await installJobs({ url: server.migrationUrl, appUrl: server.appUrl, log: silentLog });
  await migrate({ url: server.migrationUrl, folder: 'db/migrations', log: silentLog });
  db = openDatabase({ url: server.appUrl, maxConnections: 5, applicationName: 'test' });
  pool = new pg.Pool({ connectionString: server.superuserUrl.replace('/postgres?', '/news?') });
  pool.on('error', () => undefined);
});
afterAll(async () => {
  await db.destroy();
  await pool.end();
  await server.stop();
});
beforeEach(async () => {
  done = [];
  await queryWithRetry(
    'truncate graphile_worker._private_jobs, graphile_worker._private_job_queues, job_interruptions',
  );
});
afterEach(async () => {
  Object.assign(workerTimings, usualTimings);
  for (const worker of workers.splice(0)) await worker.stop();
  for (const child of children.splice(0)) await kill(child);
});

/** Retries the query until the database responds. */
async function queryWithRetry<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  for (;;) {
    try {
      return (await pool.query<Row>(text, values)).rows;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      await sleep(100);
    }
  }
}

const add = (name: string, payload: JobPayload = {}) => jobs.add(db, name, payload);
const note: JobHandler = {
  name: 'note',
  run: async (payload) => void done.push((payload as { id: number }).id),
};

async function start(handlers: JobHandler[], isOnlyProcess = false): Promise<Worker> {
  const worker = await startWorker({ url: server.appUrl, handlers, log: silentLog, isOnlyProcess });
  workers.push(worker);
  await expect.poll(() => [...worker.state().values()].every(Boolean), pollOptions).toBe(true);
  return worker;
}

/** A worker in a separate process, with a job `hang` that prints a line and never ends. */
async function startChild(): Promise<ChildProcess> {
  const program = `
    import { startWorker } from ${JSON.stringify(workerModule)};
    const log = { info() {}, warn() {}, error() {} };
    const run = () => { console.log('at work'); return new Promise(() => undefined); };
    await startWorker({ url: ${JSON.stringify(server.appUrl)}, handlers: [{ name: 'hang', run }], log });
    setInterval(() => undefined, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout ?? child, 'data');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const lockedBy = async () =>
  (
    await queryWithRetry<{ locked_by: string }>(
      'select locked_by from graphile_worker._private_jobs where locked_by is not null',
    )
  ).map(({ locked_by }) => locked_by);
const attemptsLeft = () => queryWithRetry('select attempts, max_attempts from graphile_worker._private_jobs');
const check = (minAgeMs = 0) =>
  createAbandonedJobsCheck(
    createAbandonedJobs(pool, () => 2),
    [],
  )(minAgeMs);

describe('the job worker', () => {
  it('recovers when the results of two jobs could not be stored at once, and stops', async () => {
    const finish: Array<() => void> = [];
    const pair: JobHandler = {
      name: 'pair',
      jobClass: 'payments',
      run: () => new Promise<void>((resolve) => finish.push(resolve)),
    };
    const worker = await start([pair, { ...note, jobClass: 'payments' }]);
    await add('pair');
    await add('pair');
    await expect.poll(() => finish.length, pollOptions).toBe(2);
    const writers = `select pid from pg_stat_activity where wait_event_type = 'Lock' and query ilike 'delete%'`;
    const blocker = await pool.connect();
    try {
      await blocker.query('begin; lock table graphile_worker._private_jobs in access exclusive mode');
      // One after the other, since results at the same time are stored in one batch.
      for (const [index, end] of finish.entries()) {
        end();
        await expect.poll(async () => (await queryWithRetry(writers)).length, pollOptions).toBe(index + 1);
      }
      await queryWithRetry(`select pg_terminate_backend(pid) from (${writers}) as writers`);
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    await add('note', { id: 7 });
    await expect.poll(() => done, pollOptions).toContain(7);
    await worker.stop();
    workers = [];
  });

  it('recovers after a crash of the database and retries the job in progress', async () => {
    let starts = 0;
    const recovered = Promise.withResolvers<void>();
    const slow: JobHandler = {
      name: 'slow',
      async run() {
        starts += 1;
        if (starts > 1) return;
        await recovered.promise;
        // Fails like a job that cannot write while the database is down.
        await pool.query('select 1 from nowhere');
      },
    };
    await start([slow, { ...note, jobClass: 'payments' }]);
    await add('slow');
    await expect.poll(() => starts, pollOptions).toBe(1);
    const [row] = await queryWithRetry<{ pid: number }>('select pg_backend_pid() as pid');
    // When a signal kills a backend, PostgreSQL ends all sessions and recovers.
    const crashed = once(pool, 'error');
    process.kill(Number(row?.pid), 'SIGKILL');
    await crashed;
    await queryWithRetry('select');
    recovered.resolve();
    await expect.poll(() => starts, pollOptions).toBe(2);
    await expect
      .poll(() => queryWithRetry('select from graphile_worker._private_jobs'), pollOptions)
      .toEqual([]);
    await add('note', { id: 1 });
    await expect.poll(() => done, pollOptions).toEqual([1]);
  });
});

it('is reported as missing by readiness when no process runs jobs', async () => {
  const probe = createReadinessProbe({ url: server.appUrl, jobsMissingAfterMs: 1_000 });
  try {
    probe.expectJobs();
    await expect.poll(() => probe.missing(), pollOptions).toEqual(['jobs']);
    expect(probe.isReady()).toBe(false);
    await start([note]);
    await expect.poll(() => probe.isReady(), pollOptions).toBe(true);
  } finally {
    await probe.stop();
  }
});

describe('jobs of a killed process', () => {
  it('run in another process without losing an attempt', async () => {
    Object.assign(workerTimings, { check: 100, grace: 200 });
    await add('hang');
    const child = await startChild();
    let attempts = 0;
    const hang: JobHandler = {
      name: 'hang',
      async run() {
        attempts = ((await attemptsLeft())[0] as { attempts: number }).attempts;
      },
    };
    await start([hang]);
    expect(await lockedBy()).toHaveLength(1);
    await kill(child);
    await expect.poll(() => attempts, pollOptions).toBe(1);
  });

  it('are released after its session has ended, not while it is merely slow', async () => {
    await add('hang');
    const child = await startChild();
    const [holder] = await lockedBy();
    child.kill('SIGSTOP');
    await check();
    // A check that saw the lock as free before the runner took it again releases nothing either.
    expect(await createAbandonedJobs(pool, () => 2).releaseFree([String(holder)])).toEqual([]);
    expect(await lockedBy()).toEqual([holder]);
    await kill(child);
    await expect
      .poll(async () => {
        await check();
        return lockedBy();
      }, pollOptions)
      .toEqual([]);
  });

  it('are released at once by a worker that starts as the only process', async () => {
    workerTimings.grace = 2 * hangLimitMs;
    await add('note', { id: 1 });
    await queryWithRetry(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead', attempts = 1`,
    );
    await start([note], true);
    await expect.poll(() => done).toEqual([1]);
  });

  it('stay locked until their runner has appeared dead for the grace period', async () => {
    await add('note', { id: 1 });
    await queryWithRetry(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead', attempts = 1`,
    );
    const delayedCheck = createAbandonedJobsCheck(
      createAbandonedJobs(pool, () => undefined),
      [],
    );
    await delayedCheck(2 * hangLimitMs);
    await delayedCheck(2 * hangLimitMs);
    expect(await lockedBy()).toEqual(['dead']);
    await delayedCheck(0);
    expect(await lockedBy()).toEqual([]);
  });

  it('wait longer after each crash and fail permanently after too many', async () => {
    await add('note', { id: 1 });
    const interrupt = async () => {
      await queryWithRetry(`update graphile_worker._private_jobs
        set locked_at = now(), locked_by = 'dead', attempts = attempts + 1, run_at = now()`);
      await check();
      const [job] = await queryWithRetry<{ attempts: number; pause: number; error: string | null }>(`
        select attempts, extract(epoch from run_at - updated_at)::float8 as pause, last_error as error
          from graphile_worker._private_jobs`);
      return job;
    };
    expect(await interrupt()).toMatchObject({ attempts: 0, error: null });
    const second = await interrupt();
    expect(second).toMatchObject({ attempts: 0, error: null });
    expect(second?.pause).toBeCloseTo(Math.E ** 2, 3);
    const last = await interrupt();
    expect(last).toMatchObject({ attempts: 11, error: 'the process ended 3 times while it ran this job' });
  });
});

describe('after the clock was set back', () => {
  afterEach(() => vi.useRealTimers());

  beforeEach(() => {
    workerTimings.check = 100;
  });

  it('runs jobs that were added with a future time', async () => {
    await add('note', { id: 1 });
    await queryWithRetry(`update graphile_worker._private_jobs
      set created_at = now() + interval '1 day', updated_at = now() + interval '1 day', run_at = now() + interval '1 day'`);
    await start([note]);
    await expect.poll(() => done, pollOptions).toEqual([1]);
  });

  it('does not run jobs that are scheduled for later', async () => {
    await queryWithRetry(`select graphile_worker.add_job('note', '{}', run_at => now() + interval '1 day')`);
    await resetFutureTimes(pool);
    const [job] = await queryWithRetry<{ waits: boolean }>(
      `select run_at > now() + interval '23 hours' as waits from graphile_worker._private_jobs`,
    );
    expect(job?.waits).toBe(true);
  });

  it('keeps adding scheduled jobs', async () => {
    const minuteMs = 60_000;
    // Stays at the end of a minute, so that schedules need not wait for it.
    let now = Math.ceil(Date.now() / minuteMs) * minuteMs + minuteMs - 100;
    vi.useFakeTimers({ toFake: ['Date'], now: now + 20 * 24 * 60 * minuteMs });
    await start([{ name: 'note', cron: '* * * * *', run: async () => void done.push(1) }]);
    await queryWithRetry(`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
      values ('note', now(), now() + interval '20 days')
      on conflict (identifier) do update set last_execution = now() + interval '20 days'`);
    vi.setSystemTime(now);
    const runNextMinute = async () => {
      now += minuteMs;
      vi.setSystemTime(now);
      await queryWithRetry('update graphile_worker._private_jobs set run_at = now() where locked_at is null');
      return done.length;
    };
    await expect.poll(runNextMinute, pollOptions).toBeGreaterThan(0);
  });
});

it('replaces a runner that has locked a job without running it', async () => {
  Object.assign(workerTimings, { check: 100, grace: 500 });
  let holder: string | undefined;
  const recordHolder: JobHandler = {
    name: 'learn',
    async run() {
      [holder] = await lockedBy();
    },
  };
  await start([recordHolder, note]);
  await add('learn');
  await expect.poll(() => holder, pollOptions).toBeDefined();
  // Simulates a response with a job that was lost with its connection.
  await queryWithRetry(
    `with new_job as (select * from graphile_worker.add_job('note', '{"id": 1}', run_at => now() + interval '1 hour'))
     select id from new_job`,
  );
  await queryWithRetry(
    'update graphile_worker._private_jobs set locked_at = now(), locked_by = $1, run_at = now()',
    [holder],
  );
  await expect.poll(() => done, pollOptions).toEqual([1]);
});
