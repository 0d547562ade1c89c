import pg from 'pg';
import type { DbLog } from '../db/db-log.ts';
import { trackConnections } from '../db/track-connections.ts';
import { createAbandonedJobs } from './abandoned-jobs.ts';
import { createAbandonedJobsCheck } from './abandoned-jobs-check.ts';
import { type JobClass, jobClasses } from './job-classes.ts';
import { type JobRunner, startJobRunner } from './job-runner.ts';
import type { JobHandler } from './jobs.ts';
import { resetFutureTimes } from './reset-future-times.ts';
import { workerTimings } from './timings.ts';
import { openWorkerLocks } from './worker-locks.ts';

export type Worker = {
  /** Whether the runner of each class is working. */
  state(): Map<JobClass, boolean>;
  stop(): Promise<void>;
};

type WorkerOptions = {
  url: string;
  handlers: JobHandler[];
  log: DbLog;
  /** No other process runs jobs of this database: a lock that nobody holds belongs to a killed process. */
  isOnlyProcess?: boolean;
};

/** One connection of each class listens; the others fetch jobs and store results. */
const poolSize = 8;
const connectTimeoutMs = 5_000;
/** After this time without a response from the database, these connections are closed. */
const closeAfterLostMs = 8_000;

/**
 * Runs the jobs of a database until it is stopped, with one runner for each class of jobs. A stop finishes running jobs
 * within 8 s. A runner that ends by itself is replaced. Jobs of runners that are proven dead are released, by this
 * process or by another one that runs jobs. Throws when the database is unavailable at the start.
 */
export async function startWorker({ isOnlyProcess = false, ...parts }: WorkerOptions): Promise<Worker> {
  const { url, handlers, log } = parts;
  const { pool, closeConnections } = openPool(parts);
  const classOf = new Map(handlers.map(({ name, jobClass = 'routine' }) => [name, jobClass]));
  const maxInterruptionsOf = (task: string) => jobClasses[classOf.get(task) ?? 'routine'].maxInterruptions;
  const abandoned = createAbandonedJobs(pool, maxInterruptionsOf);
  try {
    if (isOnlyProcess) await createAbandonedJobsCheck(abandoned, [])(0);
    await addStartupJobs(pool, handlers);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const locks = openWorkerLocks({ url, log });
  const runners: JobRunner[] = [...new Set(classOf.values())].map((jobClass) =>
    startJobRunner({
      jobClass,
      handlers: handlers.filter(({ name }) => classOf.get(name) === jobClass),
      pool,
      locks,
      abandoned,
      log,
    }),
  );
  const check = createAbandonedJobsCheck(abandoned, runners);

  function publishState(): void {
    locks.publishState(runners.every((runner) => runner.isWorking()));
    if (locks.lostForMs() > closeAfterLostMs) closeConnections();
  }

  async function runMaintenance(): Promise<void> {
    await check();
    await resetFutureTimes(pool);
  }

  const timers = [
    setInterval(publishState, 1_000).unref(),
    setInterval(() => void runMaintenance().catch(() => undefined), workerTimings.check).unref(),
  ];

  return {
    state: () => new Map(runners.map((runner) => [runner.jobClass, runner.isWorking()])),
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(runners.map((runner) => runner.stop(workerTimings.stop)));
      await locks.stop();
      // Connections still in use after the limit are not awaited.
      closeConnections();
      await pool.end();
    },
  };
}

/** The queue's own pool has no error listener while it closes: a server that stops meanwhile would end the process. */
function openPool({ url, log }: WorkerOptions): { pool: pg.Pool; closeConnections(): void } {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    application_name: 'news-site worker',
    connectionTimeoutMillis: connectTimeoutMs,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle connection of the job worker was lost'));
  return { pool, closeConnections: trackConnections(pool) };
}

/** Adds the startup jobs; several workers that start at once add each job once. */
async function addStartupJobs(pool: pg.Pool, handlers: JobHandler[]): Promise<void> {
  for (const { name } of handlers.filter(({ atStart }) => atStart))
    await pool.query(
      // A waiting or failed job keeps its attempts: it may have caused the last crash.
      `select graphile_worker.add_job($1, '{}', job_key => $1 || ' at start', job_key_mode => 'unsafe_dedupe')`,
      [name],
    );
}
