import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest, invalidFields, tooLarge } from '../errors.ts';

const mebibyte = 1024 * 1024;
export const jsonLimitBytes = mebibyte;
export const fileLimitBytes = 10 * mebibyte;
const multipartLimits = { fileSize: fileLimitBytes, files: 5, fields: 50, fieldSize: mebibyte, parts: 60 };
const multipartTotalBytes = 12 * mebibyte;

/** Reads JSON, multipart and form bodies (contract 1.2); every other media type is 415. */
export async function acceptBodies(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, {});
    request.bodyText = text as string;
    return parseJson(request, text as string, done);
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => {
      done(null, Object.fromEntries(new URLSearchParams(text as string)));
    },
  );
  await app.register(multipart, { limits: multipartLimits });
  app.addHook('preHandler', async (request) => {
    if (request.isMultipart()) request.body = await readMultipart(request);
  });
}

/** Fields as texts and files as bytes, by name. A file over the limit is a mistake of its field. */
async function readMultipart(request: FastifyRequest): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = Object.create(null);
  let totalBytes = 0;
  try {
    for await (const part of request.parts()) {
      const value = part.type === 'file' ? await part.toBuffer() : String(part.value ?? '');
      totalBytes += value.length;
      if (totalBytes > multipartTotalBytes) throw tooLarge();
      const isEmptyFile = part.type === 'file' && value.length === 0;
      if (!isEmptyFile) body[part.fieldname] = value;
    }
  } catch (error) {
    throw multipartError(error);
  }
  return { ...body };
}

function multipartError(error: unknown): unknown {
  const code = (error as { code?: string }).code;
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    const field = (error as { part?: { fieldname?: string } }).part?.fieldname ?? 'image';
    return invalidFields({ [field]: 'media.tooLarge' });
  }
  if (code?.endsWith('_LIMIT')) return tooLarge();
  if (error instanceof Error && error.name !== 'AppError') return badRequest('errors.badJson');
  return error;
}
