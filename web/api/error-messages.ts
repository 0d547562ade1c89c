import * as errorsMessages from '#locales/ru/errors.ts';
import type { ApiError } from './error.ts';

/** The message for a failed call. It depends on the status alone, except that a 400 carries its own text. */
export function describeFailure(error: ApiError): string {
  if (error.failure === 'no-response') return errorsMessages.noResponse;
  if (error.failure === 'before-sending') return errorsMessages.beforeSending;
  switch (error.status) {
    case 400:
      return error.detail ?? Object.values(error.fields)[0]?.[0] ?? errorsMessages.unexpected;
    case 401:
      return errorsMessages.loginRequired;
    case 403:
      return errorsMessages.forbidden;
    case 404:
      return errorsMessages.notFound;
    case 429:
      return errorsMessages.tooManyRequests;
    case 500:
      return errorsMessages.internal;
    case 503:
      return isMaintenance(error.body) ? errorsMessages.maintenance : errorsMessages.unexpected;
    default:
      return errorsMessages.unexpected;
  }
}

const isMaintenance = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'code' in body && body.code === 'maintenance';
