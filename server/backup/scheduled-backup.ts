import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import type { BackupSettings } from '../config-backup.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { DbLog } from '../platform/db/db-log.ts';
import { type JobHandler, JobInterruptedError } from '../platform/jobs/jobs.ts';
import { describeTarget } from './open-store.ts';

type Schedule = Pick<BackupSettings, 'everyHours' | 'atMinutes'>;

const command = resolve(import.meta.dirname, '../../scripts/backup.ts');
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const moscowOffsetMs = 3 * hourMs;
/** After a failure. */
const retryAfterMs = 30 * minuteMs;
/** Readers come first. */
const lowPriority = 10;
const maxOutputLength = 2_000;

/** The last time before `now` at which a backup is due. Times are counted from a midnight in Moscow. */
export function lastDueTime({ everyHours, atMinutes }: Schedule, now: Date): Date {
  const intervalMs = everyHours * hourMs;
  const offsetMs = atMinutes * minuteMs - moscowOffsetMs;
  return new Date(Math.floor((now.getTime() - offsetMs) / intervalMs) * intervalMs + offsetMs);
}

type Options = {
  db: Db;
  clock: Clock;
  log: DbLog;
  settings: BackupSettings;
  /** Resolves with the output of a failure; undefined after a success. */
  run?: (signal: AbortSignal) => Promise<string | undefined>;
};

/**
 * Makes the scheduled backups. One that was due while the site was stopped, or that failed, is made later. Each runs in
 * a process of its own, since it needs memory and processor time that readers would miss.
 */
export function createScheduledBackup({ db, clock, log, settings, run = runCommand }: Options) {
  const { target } = settings;
  const stopping = new AbortController();

  async function isDue(location: string): Promise<boolean> {
    const { rows } = await sql<{ success: Date | null; start: Date | null }>`
      select max(started_at) filter (where finished_at is not null and error is null) as success,
             max(started_at) as start
        from backup_runs where is_scheduled and target = ${location}`.execute(db);
    const { success = null, start = null } = rows[0] ?? {};
    const now = clock.now();
    if (success && success >= lastDueTime(settings, now)) return false;
    const hasFailed = start && start.getTime() !== success?.getTime();
    return !hasFailed || now.getTime() - start.getTime() >= retryAfterMs;
  }

  async function backUpIfDue(location: string): Promise<void> {
    if (!(await isDue(location))) return;
    log.info({ target: location }, 'a scheduled backup begins');
    const failure = await run(stopping.signal);
    if (stopping.signal.aborted) throw new JobInterruptedError();
    if (failure === undefined) log.info({ target: location }, 'a scheduled backup is complete');
    else log.error({ target: location, output: failure }, 'a scheduled backup failed');
  }

  const jobs: JobHandler[] = target
    ? [
        {
          name: 'backup.scheduled',
          jobClass: 'heavy',
          cron: '*/5 * * * *',
          run: () => backUpIfDue(describeTarget(target)),
        },
      ]
    : [];
  return { jobs, stop: () => stopping.abort() };
}

/** The command records its result itself. */
async function runCommand(signal: AbortSignal): Promise<string | undefined> {
  const child = spawn(process.execPath, [command, '--scheduled'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
    killSignal: 'SIGTERM',
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-maxOutputLength);
  });
  if (child.pid !== undefined) setPriority(child.pid, lowPriority);
  return new Promise((done) => {
    child.once('error', (error) => done(error.message));
    child.once('close', (code) => done(code === 0 ? undefined : output.trim() || `exit code ${code}`));
  });
}
