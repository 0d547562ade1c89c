import { type DestinationStream, type Logger, pino } from 'pino';

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

/** JSON lines, on standard output unless told otherwise; secrets and addresses are masked. */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  const paths = masked.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths, censor: '[masked]' },
    },
    destination,
  );
}

export const silentLog: Log = pino({ level: 'silent' });
