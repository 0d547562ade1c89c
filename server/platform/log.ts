import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, type Logger, pino, symbols } from 'pino';

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

/** A line for every request, each written by itself, costs as much as a kept page does. */
const bufferBytes = 12_288;
const flushEveryMs = 500;

let output: ReturnType<typeof pino.destination> | undefined;

/** Standard output, a little late: lines go out together, and all of them before the process ends. */
function gatheredOutput(): DestinationStream {
  if (output) return output;
  const gathered = pino.destination({ dest: 1, sync: false, minLength: bufferBytes });
  // A terminal that was closed, or a pipe that nobody reads any more, is no reason to stop serving.
  gathered.on('error', () => undefined);
  setInterval(() => gathered.flush(), flushEveryMs).unref();
  process.on('exit', () => gathered.flushSync());
  output = gathered;
  return gathered;
}

/** JSON lines, on standard output unless told otherwise; secrets and addresses are masked. */
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
 * Writes the lines of requests. They hold nothing that would have to be masked and are put together by hand, as the others
 * look: the general way costs as much as sending a kept page does.
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
