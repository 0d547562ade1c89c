import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { t } from '#text/index.ts';
import type { RequestLine } from '../log.ts';

/** What the HTTP parser of Node refuses, by its code; everything else is a 400. */
const refusals = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: t('errors.bodyTooSlow') },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: t('errors.tooLarge') },
  HPE_HEADER_OVERFLOW: { status: 431, detail: t('errors.headersTooLarge') },
};
const unreadable = { status: 400, detail: t('errors.badRequest') };

/** So long a caller has to read the response: a connection that ends with bytes unread loses what it sent. */
const lingerMs = 1_000;

type Parts = {
  /** Of every response to this origin. */
  headersFor(origin: string | undefined): Record<string, string>;
  /** What is being answered on the connection, where its body is late or cannot be read. */
  currentOn(socket: Socket): { request: IncomingMessage; response: ServerResponse } | undefined;
  note(line: RequestLine): void;
};

/**
 * Answers what cannot be read as a request, and what did not arrive in time, as the API answers any error; then the
 * connection ends, since nobody knows where its next request would begin (RFC 9112, section 9.3).
 */
export function answerClientErrors({ headersFor, currentOn, note }: Parts) {
  const answered = new WeakSet<Socket>();
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (answered.has(socket)) return;
    const current = currentOn(socket);
    // A caller who is gone, or has a part of the response already, cannot be told anything.
    if (error.code === 'ECONNRESET' || !socket.writable || current?.response.headersSent) {
      socket.destroy();
      return;
    }
    answered.add(socket);
    const code = error.code as keyof typeof refusals;
    const { status, detail } = Object.hasOwn(refusals, code) ? refusals[code] : unreadable;
    const reqId = randomUUID();
    const body = JSON.stringify({ detail });
    const lines = Object.entries({
      ...headersFor(current?.request.headers.origin),
      'x-request-id': reqId,
      'cache-control': 'private, no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      date: new Date().toUTCString(),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
    setTimeout(() => socket.destroy(), lingerMs).unref();
    note({ reqId, method: current?.request.method ?? 'none', route: 'none', status, ms: 0 });
  };
}
