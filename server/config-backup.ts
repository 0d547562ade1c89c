import { resolve } from 'node:path';
import { type Env, readChoice, readNumber } from './config-values.ts';
import type { S3Settings } from './platform/storage/bucket.ts';

export type BackupTarget =
  | { kind: 'folder'; path: string }
  /** `prefix` is empty or ends with a slash. */
  | { kind: 'bucket'; s3: S3Settings; prefix: string };

export type BackupSettings = {
  /** Where scheduled backups go; undefined for none. */
  target: BackupTarget | undefined;
  /** The public key for which backups are encrypted. */
  recipient: string | undefined;
  everyHours: number;
  /** Minutes after midnight in Moscow at which the first backup of a day is due. */
  atMinutes: number;
  retention: { daily: number; weekly: number; monthly: number };
  /** Whether a start with new migrations makes a backup first. */
  beforeUpgrade: boolean;
};

type Keys = Omit<S3Settings, 'bucket'>;

const hoursPerDay = 24;
const maxKept = 1_000;

export function readBackup(env: Env, problems: string[]): BackupSettings {
  const recipient = env.BACKUP_RECIPIENT;
  if (recipient !== undefined && !/^age1[a-z0-9]{58}$/.test(recipient))
    problems.push('BACKUP_RECIPIENT: must be a public key of age, age1 and 58 characters');
  const keep = (name: string, fallback: number) =>
    readNumber(env, name, fallback, { min: 0, max: maxKept }, problems);
  const target = env.BACKUP_TARGET && parseBackupTarget(env.BACKUP_TARGET, env);
  if (typeof target === 'string') problems.push(`BACKUP_TARGET: ${target}`);
  if (typeof target === 'object' && target.kind === 'bucket' && recipient === undefined)
    problems.push('BACKUP_RECIPIENT: is required for a bucket, because a backup contains secrets');
  return {
    target: typeof target === 'object' ? target : undefined,
    recipient,
    everyHours: readEveryHours(env, problems),
    atMinutes: readTime(env, problems),
    retention: {
      daily: keep('BACKUP_KEEP_DAILY', 7),
      weekly: keep('BACKUP_KEEP_WEEKLY', 4),
      monthly: keep('BACKUP_KEEP_MONTHLY', 12),
    },
    beforeUpgrade: readChoice(env, 'BACKUP_BEFORE_UPGRADE', 'true', ['true', 'false'], problems) === 'true',
  };
}

/** A folder, or `s3://bucket/prefix` with the keys of `BACKUP_S3_*` or else `S3_*`. Returns a problem as text. */
export function parseBackupTarget(text: string, env: Env): BackupTarget | string {
  if (!text.startsWith('s3://')) return { kind: 'folder', path: resolve(text) };
  const found = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/([\w./-]*))?$/.exec(text);
  if (!found) return 'must be a folder or like s3://bucket/prefix';
  const [, bucket = '', prefix = ''] = found;
  const keys = readKeys(env);
  const missing = Object.entries(keys).filter(([, value]) => value === '');
  if (missing.length > 0)
    return 'needs BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY';
  const path = prefix.split('/').filter(Boolean).join('/');
  return { kind: 'bucket', s3: { ...keys, bucket }, prefix: path && `${path}/` };
}

function readKeys(env: Env): Keys {
  const read = (name: string) => env[`BACKUP_S3_${name}`] ?? env[`S3_${name}`] ?? '';
  return {
    endpoint: read('ENDPOINT'),
    region: read('REGION') || 'us-east-1',
    accessKeyId: read('ACCESS_KEY_ID'),
    secretAccessKey: read('SECRET_ACCESS_KEY'),
  };
}

/** A divisor or a multiple of a day, so that backups have the same time every day. */
function readEveryHours(env: Env, problems: string[]): number {
  const hours = readNumber(env, 'BACKUP_EVERY_HOURS', hoursPerDay, { min: 1, max: 720 }, problems);
  if (hoursPerDay % hours === 0 || hours % hoursPerDay === 0) return hours;
  problems.push('BACKUP_EVERY_HOURS: must divide a day or be a number of days, like 6, 24 or 48');
  return hoursPerDay;
}

function readTime(env: Env, problems: string[]): number {
  const found = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(env.BACKUP_AT ?? '04:30');
  if (found) return Number(found[1]) * 60 + Number(found[2]);
  problems.push('BACKUP_AT: must be a time in Moscow like 04:30');
  return 0;
}
