import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

export type JobPayload = Record<string, string | number>;

export type Jobs = {
  /**
   * Orders a job in the caller's transaction: it runs soon after that commits, and never if it does not. The payload
   * carries ids, no secrets: it lies in the database until the job has run.
   */
  add(tx: Db, name: string, payload: JobPayload): Promise<void>;
};

/**
 * What a job does. It may run twice, after a crash or a failure half-way, and must then do no harm. A job that throws
 * is repeated after a growing pause. `cron` runs it by the clock too (UTC), with an empty payload.
 */
export type JobHandler = { name: string; cron?: string; run(payload: unknown): Promise<void> };

/** The pauses are e, e², … seconds: this goes on for about ten hours. */
const maxAttempts = 11;

export const jobs: Jobs = {
  async add(tx, name, payload) {
    const body = JSON.stringify(payload);
    await sql`select from graphile_worker.add_job(${name}, ${body}::json, max_attempts => ${maxAttempts}::int)`.execute(
      tx,
    );
  },
};
