import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { entityTag } from '../http/conditional.ts';
import { encodeUtf8 } from '../utf8.ts';

export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number] | 'identity';

/** A rendered response, before anything specific to one request is added. */
export type RenderedResponse = {
  status: number;
  headers: Record<string, string>;
  /** Text is compressed. Bytes are not: binary formats, such as images, are compressed already. */
  body: string | Buffer;
  /** The tags of its content; undefined if it must not be cached. */
  tags: string[] | undefined;
};

/** Alternating names and values of the headers, for the full response and for a 304, which has no length. */
export type HeaderLines = { full: string[]; notModified: string[] };

/** A response with its body in every encoding, ready to be sent. */
export type CachedResponse = {
  headers: Record<string, string>;
  etag: string;
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer };
  tags: ReadonlySet<string>;
  /** After this time it is stale: it is rendered again, and sent until that is done. */
  freshUntil: number;
  /** After this time it is not sent. */
  validUntil: number;
  bytes: number;
  /** The headers for each encoding, taken from the first full response. */
  headerLines: Partial<Record<Encoding, HeaderLines>>;
};

/** A response that was only rendered, or the cached response. */
export type CacheResult =
  | { rendered: RenderedResponse; cached?: undefined }
  | { rendered?: undefined; cached: CachedResponse };

/** Values without change notifications, such as view counts, may be this old. */
export const freshMs = 60_000;
/** A response older than this is rendered again before it is sent. */
export const validMs = 10 * 60_000;

/** Below this size the overhead of an encoding outweighs its saving. */
export const compressionThresholdBytes = 1024;
/**
 * A response is compressed while its reader waits: quality 5 saves a tenth for little time, and higher levels save
 * little more. A window of 256 kB holds any page; the default takes eight megabytes for each compression.
 */
export const brotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 },
};
/** Approximate memory of a tag in the index and of a response beside its bytes. */
const tagOverheadBytes = 200;
const responseOverheadBytes = 4_096;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

export const isFresh = ({ freshUntil }: CachedResponse, now: number): boolean =>
  isUpcoming(freshUntil, now, freshMs);

export const isValid = ({ validUntil }: CachedResponse, now: number): boolean =>
  isUpcoming(validUntil, now, validMs);

/**
 * Whether a time is in the future, and not further than it was set. A time further ahead was set before the clock was
 * set back.
 */
const isUpcoming = (until: number, now: number, maxMs: number): boolean =>
  until > now && until - now <= maxMs;

/** Compresses a response once for all requests. */
export async function createCachedResponse(
  { headers, body }: RenderedResponse,
  tags: ReadonlySet<string>,
  times: Pick<CachedResponse, 'freshUntil' | 'validUntil'>,
): Promise<CachedResponse> {
  const isText = typeof body === 'string';
  const identity = copyToOwnMemory(isText ? encodeUtf8(body) : body);
  const bodies: CachedResponse['bodies'] = { identity };
  if (isText && identity.length >= compressionThresholdBytes)
    [bodies.br, bodies.gzip] = await Promise.all([
      toBrotli(identity, brotliOptions).then(copyToOwnMemory),
      toGzip(identity).then(copyToOwnMemory),
    ]);
  const bodyBytes = Object.values(bodies).reduce((sum, { length }) => sum + length, 0);
  const bytes = bodyBytes + tags.size * tagOverheadBytes + responseOverheadBytes;
  return { headers, etag: entityTag(identity), bodies, tags, ...times, bytes, headerLines: {} };
}

/**
 * Copies the bytes to memory of their own: Node allocates small buffers from 64 kB slabs, and each buffer keeps its
 * whole slab alive.
 */
function copyToOwnMemory(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copied = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copied);
  return copied;
}

const encodingByHeader = new LRUCache<string, Encoding>({ max: 200 });
/** Longer headers than browsers send are parsed each time. */
const maxCachedHeaderLength = 200;

/** The best encoding that the client accepts; browsers send the same few headers repeatedly. */
export function selectEncoding(acceptEncoding: string | undefined, { bodies }: CachedResponse): Encoding {
  if (acceptEncoding === undefined || bodies.br === undefined) return 'identity';
  const known = encodingByHeader.get(acceptEncoding);
  if (known) return known;
  const found = encodings.find((name) => acceptsEncoding(acceptEncoding, name)) ?? 'identity';
  if (acceptEncoding.length <= maxCachedHeaderLength) encodingByHeader.set(acceptEncoding, found);
  return found;
}

function acceptsEncoding(header: string, wanted: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return (name === wanted || name === '*') && (weight === undefined || Number(weight.slice(2)) > 0);
  });
}
