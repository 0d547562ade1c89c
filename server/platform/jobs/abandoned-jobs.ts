import type pg from 'pg';
import type { InterruptedJob } from './task-list.ts';
import { lockKeyOf } from './worker-locks.ts';

export type LockHolder = {
  workerId: string;
  /** Its locks: ids of jobs, and queues as `queue 7`. */
  locked: string[];
  /** Whether the advisory lock that a live runner holds is free. */
  isFree: boolean;
};

/** Jobs locked by runners that have ended. */
export type AbandonedJobs = {
  lockHolders(): Promise<LockHolder[]>;
  /** Releases the jobs of runners that, as the caller knows, have no more work in progress. */
  release(workerIds: string[]): Promise<void>;
  /** The same for runners whose lock is free now; returns their ids. */
  releaseFree(workerIds: string[]): Promise<string[]>;
  /** Resets the attempts of unlocked jobs to the number before their last start. */
  restoreAttempts(jobs: InterruptedJob[]): Promise<void>;
};

/** This many interruptions cost a job no attempt. */
const freeInterruptions = 5;

/**
 * Finds and releases jobs with the functions of graphile-worker. An interrupted job is retried with the same growing
 * delay as a failed one; `maxInterruptionsOf` limits the interruptions after which a task fails permanently.
 */
export function createAbandonedJobs(
  pool: pg.Pool,
  maxInterruptionsOf: (task: string) => number | undefined,
): AbandonedJobs {
  async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      // A connection with an open transaction is closed.
      client.release(failure);
    }
  }

  async function releaseJobs(client: pg.PoolClient, workerIds: string[]): Promise<void> {
    const interrupted = await client.query<{ job_id: string; times: number }>(countInterruptions, [
      workerIds,
    ]);
    const timesOf = new Map(interrupted.rows.map(({ job_id, times }) => [job_id, times]));
    const jobs = await client.query<{ id: string; task: string; attempts: number }>(
      `select id, task_identifier as task, attempts from graphile_worker.jobs where locked_by = any($1)`,
      [workerIds],
    );
    await client.query('select graphile_worker.force_unlock_workers($1)', [workerIds]);
    for (const { id, task, attempts } of jobs.rows) {
      const times = timesOf.get(id) ?? 1;
      if (times > (maxInterruptionsOf(task) ?? Number.POSITIVE_INFINITY))
        await client.query(`select graphile_worker.permanently_fail_jobs(array[$1::bigint], $2)`, [
          id,
          `the process ended ${times} times while it ran this job`,
        ]);
      else
        await client.query(
          `select graphile_worker.reschedule_jobs(array[$1::bigint],
             run_at => now() + exp(least($2::int, 10)) * interval '1 second', attempts => $3::int)`,
          [id, times, times > freeInterruptions ? attempts : Math.max(0, attempts - 1)],
        );
    }
  }

  return {
    async lockHolders() {
      const { rows } = await pool.query<LockHolder>(lockHolders);
      return rows;
    },
    release: (workerIds) => inTransaction((client) => releaseJobs(client, workerIds)),
    releaseFree: (workerIds) =>
      inTransaction(async (client) => {
        const { rows } = await client.query<{ id: string }>(tryLocks, [workerIds]);
        const free = rows.map(({ id }) => id);
        if (free.length > 0) await releaseJobs(client, free);
        return free;
      }),
    async restoreAttempts(jobs) {
      for (const { id, attempts } of jobs)
        await pool.query('select graphile_worker.reschedule_jobs(array[$1::bigint], attempts => $2::int)', [
          id,
          attempts,
        ]);
    },
  };
}

const lockHolders = `
  with holders as materialized (
    select worker, array_agg(what) as locked
      from (
        select locked_by as worker, id::text as what
          from graphile_worker._private_jobs where locked_by is not null
        union all
        select locked_by, 'queue ' || id from graphile_worker._private_job_queues where locked_by is not null
      ) as locks
     group by worker
  )
  select worker as "workerId", locked, pg_try_advisory_xact_lock(${lockKeyOf('worker')}) as "isFree" from holders`;

/** Held until the end of the transaction: a runner that reconnects meanwhile waits for its lock. */
const tryLocks = `select id from unnest($1::text[]) as id where pg_try_advisory_xact_lock(${lockKeyOf('id')})`;

const countInterruptions = `
  insert into job_interruptions as known (job_id, times)
  select id, 1 from graphile_worker._private_jobs where locked_by = any($1)
  on conflict (job_id) do update set times = known.times + 1
  returning job_id, times`;
