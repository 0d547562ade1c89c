import type { BackupStore } from './backup-store.ts';

/** How many days, weeks and months keep their last backup. */
export type Retention = { daily: number; weekly: number; monthly: number };

export type NamedBackup = { name: string; createdAt: Date; bytes: number };

const backupName = /^news-site-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/;
const dayMs = 86_400_000;
/** Days are those of Moscow, the time zone of the site. */
const moscowOffsetMs = 3 * 3_600_000;
/** The first of January 1970 was a Thursday. */
const mondayOffsetDays = 3;

/** Names contain the time of the backup, so that they sort by age. */
export const nameBackup = (createdAt: Date): string =>
  `news-site-${createdAt.toISOString().replaceAll(':', '-').replace(/\.\d+/, '')}.backup`;

function parseBackupName(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] = backupName.exec(name) ?? [];
  return day === undefined ? undefined : new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
}

/** The backups in a store, newest first. Other files are left alone. */
export async function listBackups(store: BackupStore): Promise<NamedBackup[]> {
  const backups: NamedBackup[] = [];
  for await (const { name, bytes } of store.list('')) {
    const createdAt = parseBackupName(name);
    if (createdAt) backups.push({ name, createdAt, bytes });
  }
  return backups.sort((left, right) => right.createdAt.getTime() - left.createdAt.getTime());
}

/**
 * The backups to keep, of a list with the newest first: all of the last day, and the last ones of as many days, weeks
 * and months with backups as the retention says. The newest is always kept.
 */
export function selectKept<Backup extends Pick<NamedBackup, 'createdAt'>>(
  backups: Backup[],
  retention: Retention,
  now: Date,
): Set<Backup> {
  const kept = new Set(backups.slice(0, 1));
  for (const backup of backups) if (now.getTime() - backup.createdAt.getTime() < dayMs) kept.add(backup);
  const periods: Array<[number, (time: Date) => string]> = [
    [retention.daily, (time) => String(dayOf(time))],
    [retention.weekly, (time) => String(Math.floor((dayOf(time) + mondayOffsetDays) / 7))],
    [retention.monthly, (time) => new Date(time.getTime() + moscowOffsetMs).toISOString().slice(0, 7)],
  ];
  for (const [count, periodOf] of periods) {
    const newest = new Map<string, Backup>();
    for (const backup of backups) {
      const period = periodOf(backup.createdAt);
      if (!newest.has(period) && newest.size < count) newest.set(period, backup);
    }
    for (const backup of newest.values()) kept.add(backup);
  }
  return kept;
}

const dayOf = (time: Date): number => Math.floor((time.getTime() + moscowOffsetMs) / dayMs);
