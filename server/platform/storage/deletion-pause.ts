import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../db/database.ts';

/** An arbitrary number, which must be the same in every version of the program. */
const lockKey = 7_304_119;

/**
 * Keeps all files of the storage until the connection closes: a backup copies the files after the rows that name them.
 * Take it before the snapshot of the rows.
 */
export async function pauseDeletions(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock_shared(0, $1)', [lockKey]);
}

/**
 * Whether files must stay. Ask after the rows that named them are gone: a pause that begins later then belongs to a
 * snapshot without these rows.
 */
export async function areDeletionsPaused(db: Db): Promise<boolean> {
  const { rows } = await sql<{ paused: boolean }>`
    select exists (
      select from pg_locks
       where locktype = 'advisory' and classid = 0 and objid = ${lockKey} and granted
         and database = (select oid from pg_database where datname = current_database())
    ) as paused`.execute(db);
  return rows[0]?.paused ?? false;
}
