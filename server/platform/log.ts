import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

/** Fields that are redacted in log lines, at up to three levels of nesting. */
const redactedFields = [
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

/** Buffer size of the log: writing every request line on its own costs as much as sending a cached page. */
const bufferBytes = 12_288;
const flushEveryMs = 500;

let output: ReturnType<typeof pino.destination> | undefined;

/** Buffered standard output, flushed when the buffer is full, every 500 ms, and before the process exits. */
function bufferedOutput(): DestinationStream {
  if (output) return output;
  const buffered = pino.destination({ dest: 1, sync: false, minLength: bufferBytes });
  // A closed terminal or pipe must not stop the server.
  buffered.on('error', () => undefined);
  setInterval(() => buffered.flush(), flushEveryMs).unref();
  process.on('exit', () => buffered.flushSync());
  output = buffered;
  return buffered;
}

/** A JSON log, on standard output by default; secrets and e-mail addresses are redacted. */
export function createLog(level: string, destination: DestinationStream = bufferedOutput()): Logger {
  const paths = redactedFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);
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

export type RequestLine = { reqId: string; method: string; route: string; status: number; ms: number };
export type RequestLog = (line: RequestLine) => void;

/**
 * Writes a line for each request without redaction: the lines contain nothing to redact, and redaction costs as much
 * as sending a cached page.
 */
export function createRequestLog(log: FastifyBaseLogger): RequestLog {
  const requestLog = log.child({}, { redact: [] });
  return (line) => requestLog.info(line, 'request');
}
