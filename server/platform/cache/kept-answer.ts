import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { entityTag } from '../http/conditional.ts';
import { utf8Of } from '../utf8.ts';

export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number] | 'identity';

/** A rendered response, before anything specific to one request is added. */
export type MadeAnswer = {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** The tags of its content; undefined if it must not be cached. */
  tags: string[] | undefined;
};

/** Alternating names and values of the headers, for the full response and for a 304, which has no length. */
export type HeaderLines = { whole: string[]; known: string[] };

/** A response with its body in every encoding, ready to be sent. */
export type KeptAnswer = {
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
  lines: Partial<Record<Encoding, HeaderLines>>;
};

/** Below this size the overhead of an encoding outweighs its saving. */
export const compressedFromBytes = 1024;
/**
 * A response is compressed while its reader waits: quality 5 saves a tenth for little time, and higher levels save
 * little more. A window of 256 kB holds any page; the default takes eight megabytes for each compression.
 */
export const brotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 },
};
/** Approximate memory of a tag in the index and of a response beside its bytes. */
const bytesOfTag = 200;
const bytesOfAnswer = 4_096;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Compresses a response once for all requests. */
export async function keepAnswer(
  { headers, body }: MadeAnswer,
  tags: ReadonlySet<string>,
  times: Pick<KeptAnswer, 'freshUntil' | 'validUntil'>,
): Promise<KeptAnswer> {
  const identity = alone(utf8Of(body));
  const bodies: KeptAnswer['bodies'] = { identity };
  if (identity.length >= compressedFromBytes)
    [bodies.br, bodies.gzip] = await Promise.all([
      toBrotli(identity, brotliOptions).then(alone),
      toGzip(identity).then(alone),
    ]);
  const bodyBytes = Object.values(bodies).reduce((sum, { length }) => sum + length, 0);
  const bytes = bodyBytes + tags.size * bytesOfTag + bytesOfAnswer;
  return { headers, etag: entityTag(identity), bodies, tags, ...times, bytes, lines: {} };
}

/**
 * Copies the bytes to memory of their own: Node allocates small buffers from 64 kB slabs, and each buffer keeps its
 * whole slab alive.
 */
function alone(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

const chosen = new LRUCache<string, Encoding>({ max: 200 });
/** Longer headers than browsers send are parsed each time. */
const rememberedHeaderMaxLength = 200;

/** The best encoding that the client accepts; browsers send the same few headers repeatedly. */
export function encodingFor(acceptEncoding: string | undefined, { bodies }: KeptAnswer): Encoding {
  if (acceptEncoding === undefined || bodies.br === undefined) return 'identity';
  const known = chosen.get(acceptEncoding);
  if (known) return known;
  const found = encodings.find((name) => accepts(acceptEncoding, name)) ?? 'identity';
  if (acceptEncoding.length <= rememberedHeaderMaxLength) chosen.set(acceptEncoding, found);
  return found;
}

function accepts(header: string, wanted: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return (name === wanted || name === '*') && (weight === undefined || Number(weight.slice(2)) > 0);
  });
}
