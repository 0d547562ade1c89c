import { doctor as texts } from '#locales/ru/doctor.ts';
import { type BackupStatus, readBackupStatus } from '../backup/backup-status.ts';
import type { Config } from '../config.ts';
import type { Db } from '../platform/db/database.ts';
import { type CheckResult, fail, ok, warn } from './check.ts';

const hourMs = 3_600_000;
/** Without a schedule nobody says how often backups should be made. */
const maxUnscheduledHours = 48;

export async function checkBackup(
  db: Db,
  { backup, isLocalhost }: Pick<Config, 'backup' | 'isLocalhost'>,
): Promise<CheckResult> {
  const status = await readBackupStatus(db, backup, new Date());
  const detail = describe(status);
  if (status.isLate) return fail('backup', detail, texts.backupFailedAdvice);
  if (status.lastFailure) return warn('backup', detail, texts.backupFailedAdvice);
  if (!status.lastSuccess)
    return isLocalhost || status.isScheduled
      ? ok('backup', detail)
      : warn('backup', detail, texts.backupAdvice);
  const isOld = !status.isScheduled && hoursSince(status.lastSuccess.startedAt) >= maxUnscheduledHours;
  return isOld ? warn('backup', detail, texts.backupAdvice) : ok('backup', detail);
}

function describe({ lastSuccess, lastFailure, isScheduled }: BackupStatus): string {
  const parts = [isScheduled ? texts.backupScheduled : texts.backupNotScheduled];
  if (lastSuccess) {
    const hours = hoursSince(lastSuccess.startedAt);
    const age = hours < maxUnscheduledHours ? texts.hours(hours) : texts.days(Math.floor(hours / 24));
    parts.push(texts.lastBackup(age, (lastSuccess.bytes / 2 ** 20).toFixed(1)));
  } else parts.push(texts.noBackup);
  if (lastFailure) parts.push(texts.backupFailed(lastFailure.error));
  return parts.join('; ');
}

const hoursSince = (time: string): number => Math.floor((Date.now() - new Date(time).getTime()) / hourMs);
