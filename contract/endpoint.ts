import type { z } from 'zod';
import { type EndpointId, type HttpMethod, route } from './paths.ts';

/**
 * Who may call: `ignored` never reads the Authorization header (stale tokens arrive there), `optional` serves
 * guests too, `user` and `staff` refuse the others with 401 and 403.
 */
export type EndpointAuth = 'ignored' | 'optional' | 'user' | 'staff';

export type EndpointTag = 'auth' | 'categories' | 'posts' | 'comments' | 'subscriptions' | 'payments';

export type EndpointSpec = {
  tag: EndpointTag;
  summary: string;
  auth: EndpointAuth;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Other names of body fields that callers use: alias → canonical name. */
  aliases?: Record<string, string>;
  /** Success statuses and their bodies; `null` is an answer without a body. */
  responses: Record<number, z.ZodType | null>;
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
 * input 400, a dead token 401, the role 403, too large 413, another media type 415, too often 429, our fault 500,
 * overload 503, a full disk 507.
 */
export function statusesOf(endpoint: Endpoint): number[] {
  const statuses = new Set(Object.keys(endpoint.responses).map(Number));
  for (const status of endpoint.errors ?? []) statuses.add(status);
  const isWrite = endpoint.method !== 'GET';
  if (isWrite || hasFilters(endpoint)) statuses.add(400);
  if (endpoint.auth !== 'ignored') statuses.add(401);
  if (endpoint.auth === 'staff') statuses.add(403);
  if (endpoint.params) statuses.add(404);
  if (isWrite) statuses.add(413).add(415).add(507);
  statuses.add(429).add(500).add(503);
  return [...statuses].sort((left, right) => left - right);
}

/** Paging, ordering and search are tolerant (contract 1.2), a category may be a slug; only other filters can be malformed. */
function hasFilters(endpoint: Endpoint): boolean {
  const tolerant = new Set(['page', 'page_size', 'ordering', 'search', 'category']);
  return Object.keys(endpoint.query?.shape ?? {}).some((field) => !tolerant.has(field));
}
