import type pg from 'pg';

/**
 * What the queue has written under a clock that has been set back since lies ahead of now: a job would wait as long as the
 * jump was, and no schedule would order anything. Such jobs are due, and such schedules were last looked at just now.
 */
export async function mendFutureTimes(pool: pg.Pool): Promise<void> {
  await pool.query(`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
      from graphile_worker._private_jobs
     where updated_at > now() and run_at > now() and locked_at is null having count(*) > 0`);
  await pool.query(`
    update graphile_worker._private_known_crontabs set last_execution = date_trunc('minute', now())
     where last_execution > now() + interval '1 minute'`);
}
