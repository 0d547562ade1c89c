import { z } from 'zod';
import { errorBodyOf } from './errors.ts';
import { type EndpointId, type HttpMethod, route } from './paths.ts';

/**
 * Who may call: `ignored` never reads the Authorization header (stale tokens arrive there), `optional` serves
 * guests too, `user`, `staff` and `moderator` (staff and superusers) refuse the others with 401 and 403.
 */
export type EndpointAuth = 'ignored' | 'optional' | 'user' | 'staff' | 'moderator';

export type EndpointTag =
  | 'auth'
  | 'users'
  | 'categories'
  | 'posts'
  | 'comments'
  | 'subscriptions'
  | 'payments'
  | 'notices'
  | 'media'
  | 'moderation'
  | 'site';

/** A text by its key in `text/`, under a field or as `detail`, with the literal for programs where there is one. */
export type Said = { key: string; field?: string; error?: string };

export type EndpointSpec = {
  tag: EndpointTag;
  summary: string;
  /** What the summary leaves open; names, encodings and headers are described by themselves. */
  description?: string;
  auth: EndpointAuth;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Other names of body fields that callers use: alias → canonical name. */
  aliases?: Record<string, string>;
  /** Other paths that callers use for the same operation. */
  alsoAt?: readonly string[];
  /** The body comes as `multipart/form-data` and in no other way. */
  isMultipartOnly?: boolean;
  /** Callers may name the request by `Idempotency-Key`: repeated, it is done once and answered alike (trust C2). */
  isIdempotent?: boolean;
  /** Answered under load as long as anything is: who is let in, and what payment providers tell. */
  isVital?: boolean;
  /** A body with these fields and without those is meant for another operation, which answers it (contract T1). */
  alternative?: { has: readonly string[]; lacks: readonly string[]; endpoint: Endpoint };
  /** Success statuses and their bodies; `null` is an answer without a body. */
  responses: Record<number, z.ZodType | null>;
  /** Refusals that carry more than a text, and their bodies. */
  refusals?: Record<number, z.ZodType>;
  /** What the refusals of this operation say beyond the texts that every operation has: for the API description. */
  says?: Record<number, readonly Said[]>;
  /** Statuses of this operation beyond those that the platform adds by itself (see `statusesOf`). */
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

/**
 * Every status an endpoint may answer, success first. What any operation can meet is added here once: unreadable
 * input 400, a dead token 401, the role 403, a body that does not end 408, too large 413, another media type 415, too often 429, our fault 500,
 * overload 503, a full disk 507; an unchanged answer 304; of a request that is named, 409 while it is being done and 422
 * for another one of that name.
 */
export function statusesOf(endpoint: Endpoint): number[] {
  const statuses = new Set(Object.keys(endpoint.responses).map(Number));
  for (const status of Object.keys(endpoint.refusals ?? {})) statuses.add(Number(status));
  for (const status of endpoint.errors ?? []) statuses.add(status);
  const isWrite = endpoint.method !== 'GET';
  if (!isWrite) statuses.add(304);
  if (endpoint.isIdempotent) statuses.add(409).add(422);
  if (isWrite || hasFilters(endpoint)) statuses.add(400);
  if (endpoint.auth !== 'ignored') statuses.add(401);
  if (endpoint.auth === 'staff' || endpoint.auth === 'moderator') statuses.add(403);
  if (endpoint.params) statuses.add(404);
  if (isWrite) statuses.add(408).add(413).add(415).add(507);
  statuses.add(429).add(500).add(503);
  return [...statuses].sort((left, right) => left - right);
}

/** The body of an answer by its status; null for an answer without one. */
export function answerBodyOf(endpoint: Endpoint, status: number): z.ZodType | null {
  if (status === 304) return null;
  const own = endpoint.responses[status];
  if (own === undefined) return endpoint.refusals?.[status] ?? errorBodyOf(status);
  const other = endpoint.alternative?.endpoint.responses[status];
  return own && other ? z.union([own, other]) : own;
}

/** Paging, ordering and search are tolerant (contract 1.2), a category may be a slug; only other filters can be malformed. */
function hasFilters(endpoint: Endpoint): boolean {
  const tolerant = new Set(['page', 'page_size', 'ordering', 'search', 'category']);
  return Object.keys(endpoint.query?.shape ?? {}).some((field) => !tolerant.has(field));
}
