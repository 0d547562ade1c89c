import { z } from 'zod';
import { getErrorBody } from './errors.ts';
import { type EndpointId, route } from './paths.ts';
import type { Permission } from './permissions.ts';
import type { HttpMethod } from './route.ts';

/**
 * Who may call: `ignored` never reads the Authorization header (clients send stale tokens there), `optional` also
 * serves guests; `user` and permissions reject other callers with 401 or 403.
 */
export type EndpointAuth = 'ignored' | 'optional' | 'user' | Permission;

/** The permission that an endpoint for staff requires. */
export const requiredPermission = ({ auth }: Pick<EndpointSpec, 'auth'>): Permission | undefined =>
  auth === 'ignored' || auth === 'optional' || auth === 'user' ? undefined : auth;

export type EndpointTag =
  | 'auth'
  | 'users'
  | 'categories'
  | 'posts'
  | 'comments'
  | 'subscriptions'
  | 'payments'
  | 'notices'
  | 'imports'
  | 'media'
  | 'moderation'
  | 'site';

/** The key of a text in `locales/`, shown under a field or as `detail`, with an optional literal for programs. */
export type ErrorMessage = { key: string; field?: string; error?: string };

export type EndpointSpec = {
  tag: EndpointTag;
  summary: string;
  /** Details that the summary omits; the generator describes names, encodings and headers. */
  description?: string;
  auth: EndpointAuth;
  /** What a user needs for the operation beside the login; sanctions and roles take it away. */
  needs?: Permission;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Other body field names that existing clients send: alias → canonical name. */
  aliases?: Record<string, string>;
  /** Other paths that existing clients use for the operation. */
  aliasPaths?: readonly string[];
  /** The endpoint accepts only `multipart/form-data`. */
  isMultipartOnly?: boolean;
  /** Accepts `Idempotency-Key`: a repeated request runs once and gets the same response. */
  isIdempotent?: boolean;
  /** Served under overload as long as any request is: logins and the webhooks of payment providers. */
  isCritical?: boolean;
  /** Allowed only for half an hour after the login or `confirmIdentity`: 403 with `confirmation_required` later. */
  needsConfirmation?: boolean;
  /**
   * Whether the operation stores something, so that it is refused during maintenance and on a full disk. Every method but
   * GET does unless this says otherwise.
   */
  isWrite?: boolean;
  /** A body with the fields `has` and without `lacks` goes to another endpoint: older clients post comments to `/posts/`. */
  alternative?: { has: readonly string[]; lacks: readonly string[]; endpoint: Endpoint };
  /** The type of a success response that is not JSON. */
  contentType?: 'text/csv' | 'application/json' | 'application/zip';
  /** Success statuses and their bodies; `null` means a response without a body. */
  responses: Record<number, z.ZodType | null>;
  /** Error statuses whose bodies hold more than a text. */
  errorBodies?: Record<number, z.ZodType>;
  /** Error messages specific to this operation, for the API description. */
  errorMessages?: Record<number, readonly ErrorMessage[]>;
  /** Error statuses in addition to those that `statusesOf` adds. */
  errors?: readonly number[];
};

export type Endpoint<Spec extends EndpointSpec = EndpointSpec> = Spec & {
  id: EndpointId;
  method: HttpMethod;
  path: string;
};

/** Declares one operation of the API; its method and path come from `paths.ts`. */
export function defineEndpoint<const Spec extends EndpointSpec>(id: EndpointId, spec: Spec): Endpoint<Spec> {
  return { ...spec, id, ...route(id) };
}

export const isWrite = (endpoint: Endpoint): boolean => endpoint.isWrite ?? endpoint.method !== 'GET';

/**
 * Every status an endpoint may return, in ascending order. Statuses common to many operations are added here once:
 * malformed input 400, an expired token 401, a missing role 403, an incomplete body 408, a body too large 413, an
 * unsupported media type 415, too many requests 429, a server error 500, overload 503, a full disk 507; an unchanged
 * response 304; with `Idempotency-Key`, 409 while the first request runs and 422 for a different body.
 */
export function listStatuses(endpoint: Endpoint): number[] {
  const statuses = new Set(Object.keys(endpoint.responses).map(Number));
  for (const status of Object.keys(endpoint.errorBodies ?? {})) statuses.add(Number(status));
  for (const status of endpoint.errors ?? []) statuses.add(status);
  const isGet = endpoint.method === 'GET';
  if (isGet && !endpoint.contentType) statuses.add(304);
  if (endpoint.isIdempotent) statuses.add(409).add(422);
  if (!isGet || hasStrictFilters(endpoint)) statuses.add(400);
  if (endpoint.auth !== 'ignored') statuses.add(401);
  if (requiredPermission(endpoint) || endpoint.needs || endpoint.needsConfirmation) statuses.add(403);
  if (endpoint.params) statuses.add(404);
  if (!isGet) statuses.add(408).add(413).add(415);
  if (isWrite(endpoint)) statuses.add(507);
  statuses.add(429).add(500).add(503);
  return [...statuses].sort((left, right) => left - right);
}

/** The response body for a status; null for a response without a body. */
export function getResponseBody(endpoint: Endpoint, status: number): z.ZodType | null {
  if (status === 304) return null;
  const ownBody = endpoint.responses[status];
  if (ownBody === undefined) return endpoint.errorBodies?.[status] ?? getErrorBody(status);
  const alternativeBody = endpoint.alternative?.endpoint.responses[status];
  return ownBody && alternativeBody ? z.union([ownBody, alternativeBody]) : ownBody;
}

/** Paging, ordering and search accept any value, and a category may be a slug; only other filters can be malformed. */
function hasStrictFilters(endpoint: Endpoint): boolean {
  const tolerant = new Set(['page', 'page_size', 'ordering', 'search', 'text', 'category']);
  return Object.keys(endpoint.query?.shape ?? {}).some((field) => !tolerant.has(field));
}
