import { type Logger, pino } from 'pino';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

/** Fields that must never reach a log line, wherever they stand in the object. */
const masked = [
  'authorization',
  'cookie',
  'password',
  'old_password',
  'new_password',
  'refresh',
  'access',
  'token',
  'email',
];

/** JSON lines on standard output; secrets and addresses are masked. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: masked.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[masked]' },
  });
}

export const silentLog: Log = pino({ level: 'silent' });
