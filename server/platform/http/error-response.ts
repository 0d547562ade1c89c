import type { Message } from '#contract/errors.ts';
import { t, textOf } from '#locales/index.ts';
import { isDatabaseUnavailable, isDiskFull, isRetryable, isTimeout } from '../db/db-errors.ts';
import {
  AppError,
  badRequest,
  type ErrorKind,
  notFound,
  storageFull,
  tooLarge,
  unavailable,
  wrongMediaType,
} from '../errors.ts';
import type { HttpResponse } from './operation.ts';

/** The only mapping of error kinds to statuses. */
const statusByKind: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  tooSlow: 408,
  inFlight: 409,
  inUse: 409,
  tooLarge: 413,
  mediaType: 415,
  keyReused: 422,
  tooManyRequests: 429,
  unavailable: 503,
  storageFull: 507,
};

const kindByStatus: Record<number, ErrorKind> = {
  404: 'notFound',
  405: 'methodNotAllowed',
  413: 'tooLarge',
  415: 'mediaType',
};

/** Fastify errors caused by the client, by code. */
const frameworkErrors: Record<string, () => AppError> = {
  FST_ERR_CTP_INVALID_JSON_BODY: () => badRequest('errors.badJson'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => badRequest('errors.badJson'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: wrongMediaType,
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge,
  FST_ERR_BAD_URL: () => notFound(),
};

/** The response for any thrown value. `isServerError` says whether to log it as an error. */
export function toErrorResponse(error: unknown): HttpResponse & { isServerError: boolean } {
  const known = toAppError(error);
  if (!known) return { status: 500, body: { detail: t('errors.internal') }, isServerError: true };
  const { message, fields, code, error: literal, retryAfterSeconds } = known.details;
  const headers: Record<string, string> = {};
  if (known.kind === 'unauthenticated') headers['www-authenticate'] = 'Bearer';
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  const detail = textOf(message?.key ?? 'errors.unexpected', message?.values);
  const body = fields
    ? { ...translate(fields), ...(literal && { error: literal, detail }) }
    : { ...(literal && { error: literal }), detail, ...(code && { code, retry_after: retryAfterSeconds }) };
  return { status: statusByKind[known.kind], body, headers, isServerError: false };
}

function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string' && Object.hasOwn(frameworkErrors, code)) return frameworkErrors[code]?.();
  if (code === 'ENOSPC' || code === 'EDQUOT' || isDiskFull(error)) return storageFull();
  if (isDatabaseUnavailable(error) || isTimeout(error) || isRetryable(error)) return unavailable();
  return toClientError(error);
}

/** Other errors of Fastify with a 4xx status. */
function toClientError(error: unknown): AppError | undefined {
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined;
  return new AppError(kindByStatus[status] ?? 'invalid', { message: { key: 'errors.badJson' } });
}

const translate = (fields: Record<string, Message[]>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, messages]) => [
      field,
      messages.map(({ key, values }) => textOf(key, values)),
    ]),
  );
