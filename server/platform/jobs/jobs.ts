import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { JobClass } from './job-classes.ts';

export type JobPayload = Record<string, string | number>;

export type Jobs = {
  /**
   * Adds a job in the caller's transaction: it runs soon after the commit, and never after a rollback. The payload
   * contains ids and no secrets, because it is stored in the database until the job has run.
   */
  add(tx: Db, name: string, payload: JobPayload, options?: JobOptions): Promise<void>;
};

export type JobOptions = {
  /** Jobs of one queue run one after the other and leave slots for other jobs. */
  queue?: string;
  /** A waiting job with the same key is replaced, and its attempts start from zero. */
  key?: string;
  /** Keeps an existing job with the same key instead, even one that has failed permanently. */
  keepsExisting?: boolean;
};

/**
 * A handler may run twice for one job, after a crash or a partial failure, so it must be idempotent. A job that throws
 * is retried after a growing pause. `cron` runs it on a schedule (UTC) and `atStart` when a worker starts, both with an
 * empty payload.
 */
export type JobHandler = {
  name: string;
  /** Decides its slots and its time limit (job-classes.ts); `routine` by default. */
  jobClass?: JobClass;
  cron?: string;
  atStart?: boolean;
  run(payload: unknown): Promise<void>;
};

/** Thrown by a handler that was interrupted by a shutdown. The interruption costs the job no attempt. */
export class JobInterruptedError extends Error {
  override name = 'JobInterruptedError';
}

/** The pauses are e, e², … seconds, about ten hours in total. */
const maxAttempts = 11;

export const jobs: Jobs = {
  async add(tx, name, payload, { queue, key, keepsExisting = false }: JobOptions = {}) {
    const body = JSON.stringify(payload);
    await sql`
      select from graphile_worker.add_job(${name}, ${body}::json, queue_name => ${queue ?? null}::text,
        max_attempts => ${maxAttempts}::int, job_key => ${key ?? null}::text,
        job_key_mode => ${keepsExisting ? 'unsafe_dedupe' : 'replace'}::text)`.execute(tx);
  },
};
