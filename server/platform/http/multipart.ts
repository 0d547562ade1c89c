import type { IncomingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { AppError, badRequest, invalidFields, tooLarge } from '../errors.ts';

export const fileLimitBytes = 10 * 1024 * 1024;
const partLimits = { fileSize: fileLimitBytes, files: 5, fields: 50, parts: 60, headerSize: 8 * 1024 };

type Body = Record<string, unknown>;
type Limits = {
  /** Fields that take a file; files in other fields are skipped. */
  fileFields: ReadonlySet<string>;
  /** Maximum size of all text fields together. */
  fieldsBytes: number;
};

/**
 * Text fields as strings and files as bytes, by name; the last one of a repeated name counts. A file above the limit
 * is an error of its field, an empty one counts as absent.
 */
export async function readMultipart(
  headers: IncomingHttpHeaders,
  payload: NodeJS.ReadableStream,
  limits: Limits,
): Promise<Body> {
  const body: Body = {};
  let isEmpty = true;
  payload.once('data', () => (isEmpty = false));
  try {
    const parser = new Busboy({
      headers: headers as BusboyHeaders,
      limits: { ...partLimits, fieldSize: limits.fieldsBytes },
    });
    collectFields(parser, body, limits);
    collectFiles(parser, body, limits);
    for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      parser.once(event, () => parser.destroy(tooLarge()));
    await pipeline(payload, parser);
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (!isEmpty) throw badRequest('errors.badJson');
  }
  return body;
}

function collectFields(parser: BusboyInstance, body: Body, { fieldsBytes }: Limits): void {
  let totalBytes = 0;
  parser.on('field', (name, value, _isNameCut, isCut) => {
    totalBytes += Buffer.byteLength(value);
    if (isCut || totalBytes > fieldsBytes) parser.destroy(tooLarge());
    else if (!(name in Object.prototype)) body[name] = value;
  });
}

function collectFiles(parser: BusboyInstance, body: Body, { fileFields }: Limits): void {
  parser.on('file', (name, file) => {
    // A truncated file; without a listener its error would end the process.
    file.once('error', (error) => parser.destroy(error));
    if (!fileFields.has(name)) return void file.resume();
    const chunks: Buffer[] = [];
    file.on('data', (chunk: Buffer) => chunks.push(chunk));
    file.once('limit', () => parser.destroy(invalidFields({ [name]: 'media.tooLarge' })));
    file.once('end', () => {
      if (chunks.length > 0 && !file.truncated) body[name] = Buffer.concat(chunks);
    });
  });
}
