import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { entityTag } from '../http/conditional.ts';
import { utf8Of } from '../utf8.ts';

export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number] | 'identity';

/** An answer as its maker leaves it, before anything of one request is added. */
export type MadeAnswer = {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** What it shows; undefined where it must not be kept. */
  tags: string[] | undefined;
};

/** Names and values in turn: those of a whole answer, and of one that is known already and has no length. */
export type HeaderLines = { whole: string[]; known: string[] };

/** An answer with its bytes in every encoding, ready to be sent as often as it is asked for. */
export type KeptAnswer = {
  headers: Record<string, string>;
  etag: string;
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer };
  tags: ReadonlySet<string>;
  /** From then on it is made anew, and may be sent until that is done. */
  freshUntil: number;
  /** From then on it is not sent at all. */
  validUntil: number;
  bytes: number;
  /** The header lines of each encoding, once they have been put together by a first whole answer. */
  lines: Partial<Record<Encoding, HeaderLines>>;
};

/** Below that the encodings' own words outweigh what they save. */
export const compressedFromBytes = 1024;
/**
 * An answer is compressed while its reader waits: 5 takes a tenth off for little time, the last per cents are not worth
 * it. A window of 256 kB holds any page; the usual one takes eight megabytes for each that is being compressed.
 */
export const brotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 },
};
/** What a tag takes in the index and an answer beside its bytes, roughly. */
const bytesOfTag = 200;
const bytesOfAnswer = 4_096;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Compresses an answer, once for all who will get it. */
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
 * In memory of its own: Node cuts smaller buffers out of pieces of 64 kB, each of which stays as long as any of what was
 * cut out of it.
 */
function alone(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

const chosen = new LRUCache<string, Encoding>({ max: 200 });
/** A longer header than browsers send is read again each time. */
const rememberedHeaderMaxLength = 200;

/** The best encoding that a caller takes; browsers send the same few headers all the time. */
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
