import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, type Logger, pino, symbols } from 'pino';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

/** Fields that are redacted in log lines, at up to three levels of nesting. */
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

/** Buffer size of the log: writing every request line on its own costs as much as sending a cached page. */
const bufferBytes = 12_288;
const flushEveryMs = 500;

let output: ReturnType<typeof pino.destination> | undefined;

/** Buffered standard output, flushed when the buffer is full, every 500 ms, and before the process exits. */
function gatheredOutput(): DestinationStream {
  if (output) return output;
  const gathered = pino.destination({ dest: 1, sync: false, minLength: bufferBytes });
  // A closed terminal or pipe must not stop the server.
  gathered.on('error', () => undefined);
  setInterval(() => gathered.flush(), flushEveryMs).unref();
  process.on('exit', () => gathered.flushSync());
  output = gathered;
  return gathered;
}

/** A JSON log, on standard output by default; secrets and e-mail addresses are redacted. */
export function createLog(level: string, destination: DestinationStream = gatheredOutput()): Logger {
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

export type RequestLine = { reqId: string; method: string; route: string; status: number; ms: number };
export type RequestLog = (line: RequestLine) => void;

/**
 * Writes the request lines. They contain nothing to redact and are formatted by hand in the format of the other lines:
 * formatting by the library costs as much as sending a cached page.
 */
export function createRequestLog(log: FastifyBaseLogger): RequestLog {
  const { [symbols.streamSym]: output } = log as unknown as Record<symbol, DestinationStream>;
  if (!output) throw new Error('the log has no stream');
  return ({ reqId, method, route, status, ms }) => {
    if (!(log as Logger).isLevelEnabled('info')) return;
    output.write(
      `{"level":30,"time":"${new Date().toISOString()}","reqId":"${reqId}","method":"${method}","route":${JSON.stringify(route)},"status":${status},"ms":${ms},"msg":"request"}\n`,
    );
  };
}
