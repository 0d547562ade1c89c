import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** A job that has failed for good stays so long for the operator to look at. */
const failedJobLifeMs = 30 * 24 * 3_600_000;

/** Deletes jobs that have failed for good, and the counts of interruptions of jobs that are gone. */
export async function sweepFailedJobs(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - failedJobLifeMs);
  await sql`
    delete from graphile_worker._private_jobs
     where attempts >= max_attempts and locked_at is null and updated_at < ${before}`.execute(db);
  await sql`
    delete from job_interruptions
     where not exists (select from graphile_worker._private_jobs where id = job_id)`.execute(db);
}
