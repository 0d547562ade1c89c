import { Transform } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest, bodyTooSlow, tooLarge } from '../errors.ts';
import { networkOf } from '../network.ts';
import type { BodyAdmission } from './body-admission.ts';
import { readMultipart } from './multipart.ts';

const mebibyte = 1024 * 1024;
export const jsonLimitBytes = mebibyte;
/** Size limit of a multipart body if the endpoint takes a file. */
const multipartLimitBytes = 12 * mebibyte;
/** One megabyte can hold a hundred thousand values, which take longer to parse and copy than to read. */
const jsonValuesLimit = 10_000;
const jsonDepthLimit = 50;
const formFieldsLimit = 1_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Fields of the route that take files; absent if there are none. */
    fileFields?: ReadonlySet<string>;
  }
  interface FastifyRequest {
    /** The JSON or form body before parsing. */
    bodyText: string;
  }
}

/**
 * Reads JSON, multipart and form bodies; other media types are 415. A body is read after its admission, within a
 * deadline (408) and up to the size limit of its route (413).
 */
export function registerBodyParsers(app: FastifyInstance, bodies: BodyAdmission): void {
  app.decorateRequest('bodyText', '');
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, {});
    if (!isWithinJsonLimits(text as string)) return done(badRequest('errors.badJson'));
    request.bodyText = text as string;
    return parseJson(request, text as string, done);
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, text, done) => {
      if (countCharacter('&', text as string) > formFieldsLimit) return done(tooLarge());
      request.bodyText = text as string;
      done(null, Object.fromEntries(new URLSearchParams(text as string)));
    },
  );
  app.addContentTypeParser('multipart/form-data', (request: FastifyRequest, payload: NodeJS.ReadableStream) =>
    readMultipart(request.headers, payload, {
      fileFields: request.routeOptions.config.fileFields ?? new Set(),
      fieldsBytes: jsonLimitBytes,
    }),
  );
  app.addHook('preParsing', async (request, reply, payload) => {
    if (!hasBody(request)) return payload;
    const limit = limitOf(request);
    const declared = Number(request.headers['content-length'] ?? limit);
    // A multipart body above the limit is read up to the limit, so that too large a picture becomes an error of its
    // field.
    if (declared > limit && limit === jsonLimitBytes) throw tooLarge();
    const startedAt = performance.now();
    const admitted = await bodies.acquire({
      bytes: Math.min(declared, limit),
      callers: callersOf(request),
    });
    const deadlineMs = bodies.deadlineMs - (performance.now() - startedAt);
    const limited = limitBody(payload, { limit, deadlineMs, onEnd: admitted.finishReading });
    const release = () => {
      admitted.release();
      // A body that the response did not wait for.
      limited.destroy();
    };
    reply.raw.once('close', release);
    if (reply.raw.destroyed) release();
    return limited;
  });
}

function hasBody({ method, headers }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function limitOf({ headers, routeOptions }: FastifyRequest): number {
  const isMultipart = /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
  return isMultipart && routeOptions.config.fileFields ? multipartLimitBytes : jsonLimitBytes;
}

function callersOf({ ip, actor }: FastifyRequest): string[] {
  const network = `network ${networkOf(ip)}`;
  return actor?.kind === 'user' ? [network, `account ${actor.id}`] : [network];
}

/**
 * Passes the bytes through until the limit or the deadline is exceeded. The request stream is not destroyed, so that a
 * response can be sent.
 */
function limitBody(
  payload: NodeJS.ReadableStream,
  { limit, deadlineMs, onEnd }: { limit: number; deadlineMs: number; onEnd: () => void },
): Transform {
  let receivedBytes = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      receivedBytes += chunk.length;
      if (receivedBytes > limit) done(tooLarge());
      else done(null, chunk);
    },
  });
  // Nothing listens if no parser reads the body; without a listener its error would end the process.
  limited.on('error', () => {});
  const timer = setTimeout(() => limited.destroy(bodyTooSlow()), deadlineMs);
  limited.once('close', () => {
    clearTimeout(timer);
    onEnd();
  });
  const abort = () => limited.destroy(badRequest('errors.badJson'));
  payload.once('error', abort);
  payload.once('close', () => {
    if (!limited.writableEnded) abort();
  });
  return payload.pipe(limited);
}

/**
 * Whether JSON text has few enough values and little enough nesting to be parsed and copied. Strings may contain any
 * characters.
 */
function isWithinJsonLimits(text: string): boolean {
  let depth = 0;
  let values = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index);
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (character === '{' || character === '[' || character === ',') values += 1;
    if (depth > jsonDepthLimit || values > jsonValuesLimit) return false;
  }
  return true;
}

/** Index of the closing quotation mark of the string at `start`. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') return index;
    if (character === '\\') index += 1;
  }
  return text.length;
}

function countCharacter(character: string, text: string): number {
  let count = 0;
  for (let index = text.indexOf(character); index >= 0; index = text.indexOf(character, index + 1))
    count += 1;
  return count;
}
