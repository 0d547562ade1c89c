import { sql } from 'kysely';
import { doctor as texts } from '#locales/ru/doctor.ts';
import type { Config } from '../config.ts';
import { migrationFolder } from '../open-database.ts';
import { assertDatabaseSettings } from '../platform/db/assert-settings.ts';
import type { Db } from '../platform/db/database.ts';
import { pendingMigrations } from '../platform/db/migrate.ts';
import { silentLog } from '../platform/log.ts';
import { type CheckResult, ok, runCheck, warn } from './check.ts';
import { checkBackup } from './check-backup.ts';

const maxClockDifferenceSeconds = 5;
const maxWaitMinutes = 10;

/** What only the database can tell. */
export async function checkDatabase(db: Db, config: Config): Promise<CheckResult[]> {
  const server = await runCheck('database', texts.databaseAdvice, async () => {
    const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
    return ok('database', texts.server(rows[0]?.server_version ?? ''));
  });
  if (server.status === 'fail') return [server];
  const results = [
    server,
    await runCheck('settings', texts.settingsAdvice, async () => {
      await assertDatabaseSettings(db, silentLog);
      return ok('settings', texts.durable);
    }),
    await runCheck('schema', texts.schemaAdvice, async () => {
      const pending = await pendingMigrations(db, migrationFolder);
      if (pending.length === 0) return ok('schema', texts.migrated);
      return warn('schema', texts.pending(pending.length), texts.pendingAdvice);
    }),
    await runCheck('clock', texts.clockAdvice, () => checkClock(db)),
    await runCheck('jobs', texts.lateAdvice, () => checkJobs(db)),
  ];
  // Older databases do not record backups.
  const isMigrated = results.every(({ name, status }) => name !== 'schema' || status === 'ok');
  if (isMigrated)
    results.push(await runCheck('maintenance', texts.databaseAdvice, () => checkMaintenance(db)));
  if (isMigrated) results.push(await runCheck('backup', texts.backupAdvice, () => checkBackup(db, config)));
  return results;
}

async function checkMaintenance(db: Db): Promise<CheckResult> {
  const { rows } = await sql<{ started_at: Date }>`select started_at from maintenance`.execute(db);
  const startedAt = rows[0]?.started_at;
  return startedAt
    ? warn('maintenance', texts.maintenance(startedAt.toISOString()), texts.maintenanceAdvice)
    : ok('maintenance', texts.noMaintenance);
}

async function checkClock(db: Db): Promise<CheckResult> {
  const startedAt = Date.now();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const half = (Date.now() - startedAt) / 2;
  // The server may have read its clock at any time of the query.
  const apartMs = Math.abs((rows[0]?.now.getTime() ?? 0) - startedAt - half);
  const seconds = Math.max(0, apartMs - half) / 1000;
  const detail = texts.clockDifference(seconds.toFixed(1));
  return seconds > maxClockDifferenceSeconds ? warn('clock', detail, texts.clockAdvice) : ok('clock', detail);
}

type Queue = { waiting: number; failed: number; minutes: number };

async function checkJobs(db: Db): Promise<CheckResult> {
  const { rows } = await sql<Queue>`
    select count(*) filter (where attempts < max_attempts and run_at <= now())::int as waiting,
           count(*) filter (where attempts >= max_attempts)::int as failed,
           coalesce(extract(epoch from now() - min(run_at) filter (
             where attempts < max_attempts and run_at <= now() and locked_at is null)) / 60, 0)::int as minutes
      from graphile_worker.jobs`.execute(db);
  const { waiting, failed, minutes } = rows[0] ?? { waiting: 0, failed: 0, minutes: 0 };
  const detail = texts.queue(waiting, failed);
  if (minutes > maxWaitMinutes) return warn('jobs', `${detail}; ${texts.late(minutes)}`, texts.lateAdvice);
  return failed > 0 ? warn('jobs', detail, texts.failedAdvice) : ok('jobs', detail);
}
