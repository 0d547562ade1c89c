import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Permanently failed jobs are kept this long for the operator. */
const failedJobRetentionMs = 30 * 24 * 3_600_000;

/** Deletes permanently failed jobs, and the interruption counts of deleted jobs. */
export async function sweepFailedJobs(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - failedJobRetentionMs);
  await sql`
    delete from graphile_worker._private_jobs
     where attempts >= max_attempts and locked_at is null and updated_at < ${before}`.execute(db);
  await sql`
    delete from job_interruptions
     where not exists (select from graphile_worker._private_jobs where id = job_id)`.execute(db);
}
