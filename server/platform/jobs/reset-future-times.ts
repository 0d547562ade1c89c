import type pg from 'pg';

/**
 * Times that the queue wrote before the clock was set back lie in the future: a job would wait for the whole jump, and
 * schedules would add no jobs. Makes such jobs due, and sets the last execution of such schedules to now.
 */
export async function resetFutureTimes(pool: pg.Pool): Promise<void> {
  await pool.query(`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
      from graphile_worker._private_jobs
     where updated_at > now() and run_at > now() and locked_at is null having count(*) > 0`);
  await pool.query(`
    update graphile_worker._private_known_crontabs set last_execution = date_trunc('minute', now())
     where last_execution > now() + interval '1 minute'`);
}
