import type pg from 'pg';
import { connectAsOwner } from './maintenance-client.ts';

/** One backup at a time: the second key of the advisory lock that a running backup holds. */
export const runLockKey = 7_304_120;

const maxErrorLength = 500;
const keptRuns = 200;

export type BackupRun = { target: string; name: string; isScheduled: boolean; isEncrypted: boolean };
type RunResult = { bytes: number; pictures: number };

/**
 * Records a backup from its start to its end while `work` runs. Undefined, without calling `work`, if another backup is
 * running. A database of an earlier release has no table for it; the backup is made nevertheless.
 */
export async function recordRun<Result extends RunResult>(
  migrationUrl: string,
  run: BackupRun,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const client = await connectAsOwner(migrationUrl, 'news-site backup run');
  try {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock(0, $1) as locked', [
      runLockKey,
    ]);
    if (!rows[0]?.locked) return undefined;
    const id = await insertRun(client, run);
    try {
      const result = await work();
      await finishRun(client, id, result);
      return result;
    } catch (error) {
      await failRun(client, id, error).catch(() => undefined);
      throw error;
    } finally {
      await client.query('select pg_advisory_unlock(0, $1)', [runLockKey]).catch(() => undefined);
    }
  } finally {
    await client.end();
  }
}

async function insertRun(client: pg.Client, run: BackupRun): Promise<string | undefined> {
  const table = await client.query<{ exists: boolean }>(
    "select to_regclass('public.backup_runs') is not null as exists",
  );
  if (!table.rows[0]?.exists) return undefined;
  const { rows } = await client.query<{ id: string }>(
    `insert into backup_runs (target, name, is_scheduled, is_encrypted) values ($1, $2, $3, $4) returning id::text`,
    [run.target, run.name, run.isScheduled, run.isEncrypted],
  );
  await client.query('delete from backup_runs where id <= $1::bigint - $2', [rows[0]?.id, keptRuns]);
  return rows[0]?.id;
}

const finishRun = (client: pg.Client, id: string | undefined, { bytes, pictures }: RunResult) =>
  client.query(
    'update backup_runs set finished_at = clock_timestamp(), bytes = $2, pictures = $3 where id = $1',
    [id, bytes, pictures],
  );

const failRun = (client: pg.Client, id: string | undefined, error: unknown) =>
  client.query('update backup_runs set finished_at = clock_timestamp(), error = $2 where id = $1', [
    id,
    (error instanceof Error ? error.message : String(error)).slice(0, maxErrorLength),
  ]);
