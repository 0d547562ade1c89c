import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { JobClass } from './job-classes.ts';

export type JobPayload = Record<string, string | number>;

export type Jobs = {
  /**
   * Orders a job in the caller's transaction: it runs soon after that commits, and never if it does not. The payload
   * carries ids, no secrets: it lies in the database until the job has run.
   */
  add(tx: Db, name: string, payload: JobPayload, options?: JobOptions): Promise<void>;
};

export type JobOptions = {
  /** Jobs of one queue run one after the other, and leave room for others. */
  queue?: string;
  /** A job that waits under the same key is not ordered twice: the new order replaces it, with all its attempts. */
  key?: string;
  /** Leaves a job with the same key as it is instead, one that has failed for good too. */
  keepsExisting?: boolean;
};

/**
 * What a job does. It may run twice, after a crash or a failure half-way, and must then do no harm. A job that throws
 * is repeated after a growing pause. `cron` runs it by the clock too (UTC), `atStart` when a worker starts, both with an
 * empty payload.
 */
export type JobHandler = {
  name: string;
  /** Whose slots it takes and how long it may take (job-classes.ts); `routine` by default. */
  jobClass?: JobClass;
  cron?: string;
  atStart?: boolean;
  run(payload: unknown): Promise<void>;
};

/** Thrown by a handler that was stopped half-way because its process stops: that costs the job no attempt. */
export class JobInterruptedError extends Error {
  override name = 'JobInterruptedError';
}

/** The pauses are e, e², … seconds: this goes on for about ten hours. */
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
