import { t } from '#text/index.ts';
import type { ApiError } from './error.ts';

/** The message for a failed call. It depends on the status alone, except that a 400 carries its own text. */
export function describeFailure(error: ApiError): string {
  if (error.failure === 'no-response') return t('errors.noResponse');
  if (error.failure === 'before-sending') return t('errors.beforeSending');
  switch (error.status) {
    case 400:
      return error.detail ?? Object.values(error.fields)[0]?.[0] ?? t('errors.unexpected');
    case 401:
      return t('errors.loginRequired');
    case 403:
      return t('errors.forbidden');
    case 404:
      return t('errors.notFound');
    case 429:
      return t('errors.tooManyRequests');
    case 500:
      return t('errors.internal');
    default:
      return t('errors.unexpected');
  }
}
