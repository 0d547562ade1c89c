import type { Message } from '#contract/errors.ts';
import type { TextKey } from '#locales/index.ts';

/** Kinds of errors in terms of the domain. Only `platform/http` maps them to statuses. */
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
  /** English, for programs, where the contract specifies a literal. */
  error?: string;
  retryAfterSeconds?: number;
};

/** An error for the caller. Any other error is internal and becomes a 500. */
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

/** 400 with a general message. */
export const badRequest = (key: TextKey, values?: Message['values']) =>
  new AppError('invalid', { message: message(key, values) });

/**
 * An English literal for programs with a Russian message, as clients of subscriptions and payments compare it; 400 by
 * default.
 */
export const refused = (error: string, key: TextKey, kind: ErrorKind = 'invalid') =>
  new AppError(kind, { error, message: message(key) });

/** 400 with a field error and a literal for programs: some clients read the literal, others the field. */
export const refusedField = (field: string, error: string, key: TextKey) =>
  new AppError('invalid', { error, message: message(key), fields: { [field]: [message(key)] } });

/** 400 with messages by field. The most useful field comes first, because clients show only that one. */
export const invalidFields = (fields: Record<string, TextKey>) =>
  new AppError('invalid', {
    fields: Object.fromEntries(Object.entries(fields).map(([field, key]) => [field, [message(key)]])),
  });

/** 401 for a request without a token. */
export const loginRequired = () =>
  new AppError('unauthenticated', { message: message('errors.loginRequired') });

/** 401 for a malformed, expired or revoked token; `token_not_valid` makes clients refresh it. */
export const tokenNotValid = () =>
  new AppError('unauthenticated', { message: message('errors.tokenInvalid'), code: 'token_not_valid' });

export const forbidden = (key: TextKey = 'errors.forbidden') =>
  new AppError('forbidden', { message: message(key) });

/** 403 for a member of staff who has to set up a second factor first. */
export const secondFactorSetupRequired = () =>
  new AppError('forbidden', {
    message: message('security.secondFactorSetupRequired'),
    code: 'second_factor_setup_required',
  });

/** 403 until the user proves again who they are. */
export const confirmationRequired = () =>
  new AppError('forbidden', {
    message: message('security.confirmationRequired'),
    code: 'confirmation_required',
  });

export const notFound = (key: TextKey = 'errors.notFound') =>
  new AppError('notFound', { message: message(key) });

/** 409: the same request is in progress. */
export const inFlight = () =>
  new AppError('inFlight', { message: message('errors.keyInFlight'), retryAfterSeconds: 1 });

/** 409: the object is still referenced. */
export const inUse = (key: TextKey) => new AppError('inUse', { message: message(key) });

/** 422: the caller has used this `Idempotency-Key` for another request. */
export const keyReused = () => new AppError('keyReused', { message: message('errors.keyReused') });

/** 422: what the first request with this `Idempotency-Key` created has been deleted, and its response with it. */
export const keyOfDeleted = () => new AppError('keyReused', { message: message('errors.keyOfDeleted') });

export const wrongMediaType = () => new AppError('mediaType', { message: message('errors.mediaType') });

/** 408: the body did not arrive within its deadline. */
export const bodyTooSlow = () => new AppError('tooSlow', { message: message('errors.bodyTooSlow') });

export const tooLarge = () => new AppError('tooLarge', { message: message('errors.tooLarge') });

/** 429 with the time to wait, in whole seconds. */
export const tooManyRequests = (waitMs: number) =>
  new AppError('tooManyRequests', {
    message: message('errors.tooManyRequests'),
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });

/** 507: the disk is full; nothing was written. */
export const storageFull = () => new AppError('storageFull', { message: message('errors.storageFull') });

/** 503: the disk is read-only; nothing was written. The operator must act, so clients wait longer. */
export const storageReadOnly = () =>
  new AppError('unavailable', {
    message: message('errors.storageReadOnly'),
    retryAfterSeconds: 60,
  });

/** 503: overloaded, or a dependency is down. The random part of `Retry-After` spreads the retries. */
export const unavailable = () =>
  new AppError('unavailable', {
    message: message('errors.unavailable'),
    retryAfterSeconds: 1 + Math.floor(Math.random() * 9),
  });
