import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { t } from '#locales/index.ts';
import type { RequestLine } from '../log.ts';

/** Errors of Node's HTTP parser by code; all others are 400. */
const parserErrors = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: t('errors.bodyTooSlow') },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: t('errors.tooLarge') },
  HPE_HEADER_OVERFLOW: { status: 431, detail: t('errors.headersTooLarge') },
};
const badRequestError = { status: 400, detail: t('errors.badRequest') };

/** Time for the client to read the response: closing a connection with unread input discards sent data. */
const lingerMs = 1_000;

type Options = {
  /** Headers of every response to this origin. */
  headersFor(origin: string | undefined): Record<string, string>;
  /** The request in progress on the connection, if its body is late or malformed. */
  currentExchange(socket: Socket): { request: IncomingMessage; response: ServerResponse } | undefined;
  logRequest(line: RequestLine): void;
};

/**
 * Responds to malformed and late requests in the error format of the API, then closes the connection: the start of the
 * next request is unknown (RFC 9112, section 9.3).
 */
export function createClientErrorHandler({ headersFor, currentExchange, logRequest }: Options) {
  const handledSockets = new WeakSet<Socket>();
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (handledSockets.has(socket)) return;
    const current = currentExchange(socket);
    // No response is possible if the client has disconnected or has received a part of the response.
    if (error.code === 'ECONNRESET' || !socket.writable || current?.response.headersSent) {
      socket.destroy();
      return;
    }
    handledSockets.add(socket);
    const code = error.code as keyof typeof parserErrors;
    const { status, detail } = Object.hasOwn(parserErrors, code) ? parserErrors[code] : badRequestError;
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
    logRequest({ reqId, method: current?.request.method ?? 'none', route: 'none', status, ms: 0 });
  };
}
