import { sql } from 'kysely';
import type { BackupSettings } from '../config-backup.ts';
import type { Db } from '../platform/db/database.ts';
import type { BackupStats } from '../platform/metrics.ts';
import { runLockKey } from './backup-runs.ts';
import { describeTarget } from './open-store.ts';

export type FinishedBackup = {
  finishedAt: string;
  startedAt: string;
  bytes: number;
  pictures: number;
  seconds: number;
  isEncrypted: boolean;
  wasScheduled: boolean;
  /** A folder, or `s3://bucket/prefix`. */
  target: string;
};
export type FailedBackup = { startedAt: string; error: string; wasScheduled: boolean };

export type BackupStatus = {
  /** Whether the worker makes backups by itself. */
  isScheduled: boolean;
  everyHours: number | null;
  target: string | null;
  isRunning: boolean;
  lastSuccess: FinishedBackup | null;
  /** Only if it is newer than the last success. */
  lastFailure: FailedBackup | null;
  /** Scheduled, but the last good one is older than two intervals. */
  isLate: boolean;
};

type Row = {
  started_at: Date;
  finished_at: Date | null;
  target: string;
  is_scheduled: boolean;
  is_encrypted: boolean;
  bytes: string | null;
  pictures: number | null;
  error: string | null;
};

const hourMs = 3_600_000;

/** What operators must know about the backups of this site. */
export async function readBackupStatus(
  db: Db,
  { target, everyHours }: Pick<BackupSettings, 'target' | 'everyHours'>,
  now: Date,
): Promise<BackupStatus> {
  const { rows: runs } = await sql<Row>`select * from backup_runs order by id desc`.execute(db);
  const { rows: locks } = await sql<{ running: boolean }>`
    select exists (
      select from pg_locks
       where locktype = 'advisory' and classid = 0 and objid = ${runLockKey} and granted
         and database = (select oid from pg_database where datname = current_database())
    ) as running`.execute(db);
  const isRunning = locks[0]?.running ?? false;
  // A run without an end was killed, unless it is the one that runs now.
  const ended = isRunning ? runs.filter((run, index) => index > 0 || run.finished_at) : runs;
  const success = ended.find((run) => run.finished_at && run.error === null);
  const failure = ended.find((run) => !run.finished_at || run.error !== null);
  const isNewer = failure && (!success || failure.started_at > success.started_at);
  const maxAgeMs = 2 * everyHours * hourMs;
  return {
    isScheduled: target !== undefined,
    everyHours: target ? everyHours : null,
    target: target ? describeTarget(target) : null,
    isRunning,
    lastSuccess: success ? presentSuccess(success) : null,
    lastFailure: isNewer ? presentFailure(failure) : null,
    isLate:
      target !== undefined &&
      (success ? now.getTime() - success.started_at.getTime() > maxAgeMs : failure !== undefined),
  };
}

function presentSuccess(run: Row): FinishedBackup {
  const finishedAt = run.finished_at ?? run.started_at;
  return {
    finishedAt: finishedAt.toISOString(),
    startedAt: run.started_at.toISOString(),
    bytes: Number(run.bytes ?? 0),
    pictures: run.pictures ?? 0,
    seconds: Math.round((finishedAt.getTime() - run.started_at.getTime()) / 1000),
    isEncrypted: run.is_encrypted,
    wasScheduled: run.is_scheduled,
    target: run.target,
  };
}

const presentFailure = (run: Row): FailedBackup => ({
  startedAt: run.started_at.toISOString(),
  error: run.error ?? 'interrupted',
  wasScheduled: run.is_scheduled,
});

const secondsOf = (time: string | undefined): number => (time ? new Date(time).getTime() / 1000 : 0);

/** The status for metrics. */
export async function readBackupStats(...args: Parameters<typeof readBackupStatus>): Promise<BackupStats> {
  const { isScheduled, lastSuccess, lastFailure } = await readBackupStatus(...args);
  return {
    isScheduled,
    successAt: secondsOf(lastSuccess?.startedAt),
    failureAt: secondsOf(lastFailure?.startedAt),
    bytes: lastSuccess?.bytes ?? 0,
    seconds: lastSuccess?.seconds ?? 0,
  };
}
