import { Logger } from 'graphile-worker';
import type { DbLog } from '../db/db-log.ts';

/** Logs the queue's errors and warnings; its messages about every step are left out. */
export const jobLogger = (log: DbLog): Logger =>
  new Logger(() => (level, message, meta) => {
    const error = (meta as { error?: unknown } | undefined)?.error;
    const fields = error === undefined ? {} : { err: error };
    if (level === 'error') log.error(fields, message);
    else if (level === 'warning') log.warn(fields, message);
  });
