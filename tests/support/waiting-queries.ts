import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

/**
 * The number of queries of this database that wait for a lock. Not for the transaction that holds the lock: it would see the first
 * count again and again.
 */
export async function countWaitingQueries(db: Db): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}
