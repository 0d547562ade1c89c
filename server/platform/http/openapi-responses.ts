import { STATUS_CODES } from 'node:http';
import type { z } from 'zod';
import { type Endpoint, type ErrorMessage, getResponseBody } from '#contract/endpoint.ts';
import { type Message, messagesByField } from '#contract/errors.ts';
import { createExample } from '#contract/examples.ts';
import { t, textOf } from '#locales/index.ts';

export type Json = Record<string, unknown>;
type Examples = Record<string, { value: unknown }>;

/** Bodies that are the same for all operations, by the name of the example. */
const commonBodies: Record<number, Record<string, Json>> = {
  401: {
    guest: { detail: t('errors.loginRequired') },
    invalidToken: { detail: t('errors.tokenInvalid'), code: 'token_not_valid' },
  },
  403: { forbidden: { detail: t('errors.forbidden') } },
  404: { notFound: { detail: t('errors.notFound') } },
  408: { tooSlow: { detail: t('errors.bodyTooSlow') } },
  409: { inFlight: { detail: t('errors.keyInFlight') } },
  413: { tooLarge: { detail: t('errors.tooLarge') } },
  415: { mediaType: { detail: t('errors.mediaType') } },
  422: {
    keyReused: { detail: t('errors.keyReused') },
    keyOfDeleted: { detail: t('errors.keyOfDeleted') },
  },
  429: { tooManyRequests: { detail: t('errors.tooManyRequests') } },
  500: { internal: { detail: t('errors.internal') } },
  503: { unavailable: { detail: t('errors.unavailable') } },
  507: { storageFull: { detail: t('errors.storageFull') } },
};

const statusDescriptions: Record<number, string> = {
  304: 'Unchanged since the response whose `ETag` was sent as `If-None-Match`',
  400: 'Invalid input: messages by field, or a `detail`',
  401: 'No access token; with `code`, a malformed, expired or revoked one',
  403: 'The caller may not do this',
  404: 'Not found, or not visible to this caller',
  408: 'The body did not arrive within 28 seconds',
  409: 'A request with this `Idempotency-Key` is in progress',
  412: 'The post has another version than the one in `If-Match`; `current` is the present one',
  413: 'The request is too large',
  415: 'Unsupported media type: bodies are JSON, multipart or form fields',
  422: 'This `Idempotency-Key` was used for another request',
  429: 'Too many requests; retry after `Retry-After` seconds',
  500: 'Internal server error',
  503: 'Overloaded, or the database is unavailable; retry after `Retry-After` seconds',
  507: 'The disk is full; nothing was stored',
};

const integerHeader = (description: string) => ({ description, schema: { type: 'integer', minimum: 1 } });
const textHeader = (description: string) => ({ description, schema: { type: 'string' } });
const retryAfter = { 'Retry-After': integerHeader('Seconds to wait') };
const headersOf: Record<number, Json> = {
  401: { 'WWW-Authenticate': textHeader('`Bearer`') },
  409: retryAfter,
  429: retryAfter,
  503: retryAfter,
};
const etag = { ETag: textHeader('Changes with the bytes of the response') };

/** Whether a status has the same body and description for every operation, so that one shared description is enough. */
export const isCommonResponse = (endpoint: Endpoint, status: number): boolean =>
  status in commonBodies &&
  !(status in endpoint.responses) &&
  endpoint.errorBodies?.[status] === undefined &&
  endpoint.errorMessages?.[status] === undefined;

export const describeStatus = (status: number): string =>
  statusDescriptions[status] ?? STATUS_CODES[status] ?? 'Response';

export const responseHeaders = (endpoint: Endpoint, status: number): Json | undefined => {
  const headers = endpoint.method === 'GET' && status < 400 ? etag : headersOf[status];
  return headers && { headers };
};

/** At least one example of every response with a body. */
export function responseExamples(endpoint: Endpoint, status: number): Examples {
  const schema = getResponseBody(endpoint, status);
  const declared = endpoint.responses[status];
  if (status < 400) return successExamples(endpoint, status);
  const base = declared ?? endpoint.errorBodies?.[status];
  if (base) {
    const detail = toErrorBody(endpoint.errorMessages?.[status]?.[0]).detail;
    return {
      example: { value: { ...(createExample(base, endpoint.tag) as Json), ...failedChecks(base), detail } },
    };
  }
  const messageBodies = (endpoint.errorMessages?.[status] ?? []).map((errorMessage) =>
    toErrorBody(errorMessage),
  );
  if (status === 400)
    return numbered([...fieldErrorBodies(endpoint), ...messageBodies, ...invalidJsonBody(endpoint)]);
  const common = messageBodies.length > 0 ? [] : Object.values(commonBodies[status] ?? {});
  return schema ? numbered([...messageBodies, ...common]) : {};
}

/** Examples of the shared descriptions. */
export const commonExamples = (status: number): Examples =>
  Object.fromEntries(Object.entries(commonBodies[status] ?? {}).map(([name, value]) => [name, { value }]));

/** Examples of request bodies; files have no JSON form. */
export function bodyExamples(endpoint: Endpoint): Examples {
  const { body, alternative, tag } = endpoint;
  if (!body) return {};
  const other = alternative?.endpoint.body;
  if (!other || !alternative) return { example: { value: createExample(body, tag) } };
  return {
    [tag]: { value: createExample(body, tag) },
    [alternative.endpoint.tag]: { value: createExample(other, alternative.endpoint.tag) },
  };
}

function successExamples(endpoint: Endpoint, status: number): Examples {
  const own = endpoint.responses[status];
  if (!own) return {};
  const other = endpoint.alternative?.endpoint;
  const otherBody = other?.responses[status];
  if (!other || !otherBody) return { example: { value: createExample(own, endpoint.tag) } };
  return {
    [endpoint.tag]: { value: createExample(own, endpoint.tag) },
    [other.tag]: { value: createExample(otherBody, other.tag) },
  };
}

/** In the response for a missing object every check is false. */
function failedChecks(schema: z.ZodType): Json {
  const checks = (schema as z.ZodObject).shape?.checks as z.ZodObject | undefined;
  if (!checks) return {};
  const failed = Object.fromEntries(Object.keys(checks.shape).map((name) => [name, false]));
  return { can_pin: false, checks: failed, message: 'Post not found' };
}

function toErrorBody(errorMessage: ErrorMessage | undefined): Json {
  if (!errorMessage) return {};
  const text = textOf(errorMessage.key);
  const code = errorMessage.key === 'errors.tokenInvalid' && { code: 'token_not_valid' };
  if (!errorMessage.field)
    return { ...(errorMessage.error && { error: errorMessage.error }), detail: text, ...code };
  return {
    [errorMessage.field]: [text],
    ...(errorMessage.error && { error: errorMessage.error, detail: text }),
  };
}

const tooLong = 'x'.repeat(300_000);
/** Errors of the schema for an empty body, or else for the first field that can be invalid. */
function fieldErrorBodies({ body, query }: Endpoint): Json[] {
  const empty = validationErrors(body, {});
  if (empty) return [empty];
  for (const schema of [body, query])
    for (const field of Object.keys(schema?.shape ?? {})) {
      const found = validationErrors(schema, { [field]: tooLong });
      if (found) return [found];
    }
  return [];
}

function validationErrors(schema: z.ZodObject | undefined, value: Json): Json | undefined {
  const error = schema?.safeParse(value).error;
  if (!error) return undefined;
  return Object.fromEntries(
    Object.entries(messagesByField(error)).map(([field, messages]) => [field, messages.map(translate)]),
  );
}

const translate = ({ key, values }: Message): string => textOf(key, values);

const invalidJsonBody = ({ method }: Endpoint): Json[] =>
  method === 'GET' ? [] : [{ detail: t('errors.badJson') }];

const numbered = (values: Json[]): Examples =>
  Object.fromEntries(values.map((value, index) => [`example${index + 1}`, { value }]));
