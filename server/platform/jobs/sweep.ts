import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** A job that has failed for good stays so long for the operator to look at. */
const failedJobLifeMs = 30 * 24 * 3_600_000;

export async function sweepFailedJobs(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - failedJobLifeMs);
  await sql`
    delete from graphile_worker._private_jobs
     where attempts >= max_attempts and locked_at is null and updated_at < ${before}`.execute(db);
}
