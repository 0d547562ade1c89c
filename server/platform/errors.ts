import type { Message } from '#contract/errors.ts';
import type { TextKey } from '#text/index.ts';

/** What can go wrong, in words of the domain; `platform/http` alone knows the statuses. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
  | 'methodNotAllowed'
  | 'tooSlow'
  | 'inFlight'
  | 'inUse'
  | 'keyReused'
  | 'tooLarge'
  | 'mediaType'
  | 'tooManyRequests'
  | 'unavailable'
  | 'storageFull';

type Details = {
  message?: Message;
  fields?: Record<string, Message[]>;
  code?: string;
  /** English, for programs, where the contract names a literal. */
  error?: string;
  retryAfterSeconds?: number;
};

/** An answer that is meant for the caller; anything else that is thrown is our fault and reads as 500. */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly details: Details;

  constructor(kind: ErrorKind, details: Details = {}) {
    super(details.message?.key ?? kind);
    this.name = 'AppError';
    this.kind = kind;
    this.details = details;
  }
}

const message = (key: TextKey, values?: Message['values']): Message => (values ? { key, values } : { key });

/** 400 with a general text. */
export const badRequest = (key: TextKey, values?: Message['values']) =>
  new AppError('invalid', { message: message(key, values) });

/** A literal for programs beside the text (contract 1.4); 400 unless another kind is named. */
export const refused = (error: string, key: TextKey, kind: ErrorKind = 'invalid') =>
  new AppError(kind, { error, message: message(key) });

/** 400 under a field and with a literal for programs, for callers that look for either (contract 7). */
export const refusedField = (field: string, error: string, key: TextKey) =>
  new AppError('invalid', { error, message: message(key), fields: { [field]: [message(key)] } });

/** 400 with texts by field: the most useful field first (the client shows only that one). */
export const invalidFields = (fields: Record<string, TextKey>) =>
  new AppError('invalid', {
    fields: Object.fromEntries(Object.entries(fields).map(([field, key]) => [field, [message(key)]])),
  });

/** 401 for a caller without a token. */
export const loginRequired = () =>
  new AppError('unauthenticated', { message: message('errors.loginRequired') });

/** 401 for a token that is broken, expired or revoked: what makes clients refresh. */
export const tokenNotValid = () =>
  new AppError('unauthenticated', { message: message('errors.tokenInvalid'), code: 'token_not_valid' });

export const forbidden = (key: TextKey = 'errors.forbidden') =>
  new AppError('forbidden', { message: message(key) });

export const notFound = (key: TextKey = 'errors.notFound') =>
  new AppError('notFound', { message: message(key) });

/** 409: the same request is being done at this moment. */
export const inFlight = () =>
  new AppError('inFlight', { message: message('errors.keyInFlight'), retryAfterSeconds: 1 });

/** 409: something else needs it. */
export const inUse = (key: TextKey) => new AppError('inUse', { message: message(key) });

/** 422: the caller has given this name to another request before. */
export const keyReused = () => new AppError('keyReused', { message: message('errors.keyReused') });

export const wrongMediaType = () => new AppError('mediaType', { message: message('errors.mediaType') });

/** 408: the body took longer to arrive than a request may. */
export const bodyTooSlow = () => new AppError('tooSlow', { message: message('errors.bodyTooSlow') });

export const tooLarge = () => new AppError('tooLarge', { message: message('errors.tooLarge') });

/** 429 with the pause after which the caller may come again, in whole seconds. */
export const tooManyRequests = (waitMs: number) =>
  new AppError('tooManyRequests', {
    message: message('errors.tooManyRequests'),
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });

/** 507: the disk is full; nothing was written. */
export const storageFull = () => new AppError('storageFull', { message: message('errors.storageFull') });

/** 503: overloaded, or a part we stand on is gone. The pause has jitter so that callers do not return as one. */
export const unavailable = () =>
  new AppError('unavailable', {
    message: message('errors.unavailable'),
    retryAfterSeconds: 1 + Math.floor(Math.random() * 9),
  });
