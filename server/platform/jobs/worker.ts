import { setTimeout as sleep } from 'node:timers/promises';
import { parseCronItems, type Runner, type RunnerOptions, run, runOnce } from 'graphile-worker';
import pg from 'pg';
import type { DbLog } from '../db/db-log.ts';
import { jobLogger } from './job-log.ts';
import type { JobHandler } from './jobs.ts';

export type Worker = { stop(): Promise<void> };

type WorkerParts = {
  url: string;
  handlers: JobHandler[];
  log: DbLog;
  /** No other process works on this database: what is locked was left behind by one that was killed. */
  isAlone?: boolean;
};

const concurrency = 2;
/** Two at work, one listening, one to spare. */
const poolSize = 4;
const connectTimeoutMs = 5_000;
const restartPauseMs = 2_000;
/**
 * The queue waits only for batches to be written before it stops; the end of a single job it writes down in passing,
 * which a stop may lose, and the job would run again.
 */
const endsInBatches = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

/**
 * Works off the jobs of a database until it is stopped; the jobs that are under way are finished first. The queue's
 * own worker gives up when it cannot write down how a job ended: it is started again until the database is back.
 */
export async function startWorker({ isAlone = false, ...parts }: WorkerParts): Promise<Worker> {
  const pool = openPool(parts);
  const stopping = new AbortController();
  const begin = () => run({ ...optionsOf(parts), pgPool: pool, concurrency });
  if (isAlone) await unlockLeftovers(pool);

  async function keepRunning(first: Runner): Promise<void> {
    let runner: Runner | undefined = first;
    while (!stopping.signal.aborted) {
      await runner?.promise.catch((error: unknown) =>
        parts.log.error({ err: error }, 'the job worker has ended'),
      );
      if (stopping.signal.aborted) return;
      await sleep(restartPauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      runner = stopping.signal.aborted ? undefined : await begin().catch(() => undefined);
      current = runner;
    }
    await runner?.stop();
  }

  let current: Runner | undefined = await begin();
  await orderAtStart(pool, parts.handlers);
  const ended = keepRunning(current);
  return {
    async stop() {
      stopping.abort();
      // A worker that has just given up says so instead of stopping.
      await current?.stop().catch(() => undefined);
      await ended;
      await pool.end();
    },
  };
}

/** Runs the jobs that are due, one after the other, and returns: for tests. */
export async function runDueJobs(parts: Omit<WorkerParts, 'isAlone'>): Promise<void> {
  const pool = openPool(parts);
  try {
    await runOnce({ ...optionsOf(parts), pgPool: pool });
  } finally {
    await pool.end();
  }
}

/** The queue's own pool has no listener left while it closes: a server that stops meanwhile would end the process. */
function openPool({ url, log }: WorkerParts): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    application_name: 'news-site worker',
    connectionTimeoutMillis: connectTimeoutMs,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle connection of the job worker was lost'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function optionsOf({ handlers, log }: WorkerParts): RunnerOptions {
  const cronItems = handlers.flatMap(({ name, cron }) =>
    cron === undefined ? [] : [{ task: name, match: cron }],
  );
  return {
    noHandleSignals: true,
    preset: { worker: endsInBatches },
    logger: jobLogger(log),
    taskList: Object.fromEntries(handlers.map(({ name, run: work }) => [name, (payload) => work(payload)])),
    parsedCronItems: parseCronItems(cronItems),
  };
}

/** What is to be done whenever a worker starts; several that start at once order it once. */
async function orderAtStart(pool: pg.Pool, handlers: JobHandler[]): Promise<void> {
  for (const { name } of handlers.filter(({ atStart }) => atStart))
    await pool.query(`select from graphile_worker.add_job($1, '{}', job_key => $1 || ' at start')`, [name]);
}

/** A lock outlives its process by four hours otherwise. */
async function unlockLeftovers(pool: pg.Pool): Promise<void> {
  await pool.query(`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
      from graphile_worker.jobs where locked_by is not null having count(*) > 0`);
}
