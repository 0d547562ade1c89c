import type { Readable } from 'node:stream';
import type { z } from 'zod';
import { type Endpoint, requiredPermission } from '#contract/endpoint.ts';
import { messagesByField } from '#contract/errors.ts';
import { type Actor, can } from '../actor.ts';
import {
  AppError,
  badRequest,
  confirmationRequired,
  forbidden,
  loginRequired,
  notFound,
  secondFactorSetupRequired,
} from '../errors.ts';
import { type CommitResponse, type IdempotentExecution, skipCommit } from '../idempotency/idempotency.ts';
import type { RawRequest } from '../raw-request.ts';
import { requirePermission } from '../require-permission.ts';
import { coerceBody, coerceQuery } from './coerce.ts';

/** The input of a caller before validation. */
export type RawCall = {
  actor: Actor;
  params: Record<string, string>;
  query: Record<string, string>;
  /** Undefined without a body, which counts as `{}`. */
  body: unknown;
  /** The client of the call; null for in-process calls of the site itself. */
  origin: { address: string; userAgent: string } | null;
  /** Null for in-process calls. */
  rawRequest: RawRequest | null;
  /** Versions from `If-Match`, if the header was sent. */
  expectedVersions?: number[] | undefined;
  /** Present if the caller sent an `Idempotency-Key` and the endpoint is idempotent. */
  executeOnce?: IdempotentExecution | undefined;
};

type Parsed<Spec, Key extends string> = Spec extends { [K in Key]: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : Record<string, never>;

/** A validated call, as passed to a handler. `rawQuery` is for pagination links. */
export type Call<Spec extends Endpoint> = {
  actor: Spec['auth'] extends 'ignored' | 'optional' ? Actor : Extract<Actor, { kind: 'user' }>;
  params: Parsed<Spec, 'params'>;
  query: Parsed<Spec, 'query'>;
  body: Parsed<Spec, 'body'>;
  rawQuery: Record<string, string>;
  path: string;
  origin: RawCall['origin'];
  rawRequest: RawRequest | null;
  expectedVersions: number[] | undefined;
  /** Stores the response of an idempotent operation at the end of its transaction (`platform/idempotency`). */
  commitResponse: CommitResponse;
};

export type HttpResponse = {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  /** The endpoint that defines the shape of the body, if it is not the called one. */
  endpoint?: Endpoint;
  /** Sent instead of the body, for an endpoint with a content type of its own. */
  stream?: Readable;
};

type DeclaredResponse<Responses> = {
  [Status in keyof Responses]: {
    status: Status;
    body: Responses[Status] extends z.ZodType ? z.input<Responses[Status]> : null;
    headers?: Record<string, string>;
    stream?: Readable;
  };
}[keyof Responses];
type ResponseOf<Spec extends Endpoint> =
  | DeclaredResponse<Spec['responses']>
  | (Spec extends { errorBodies: infer ErrorBodies } ? DeclaredResponse<ErrorBodies> : never);

export const ok = <Body>(body: Body) => ({ status: 200 as const, body });
export const created = <Body>(body: Body) => ({ status: 201 as const, body });
export const noContent = () => ({ status: 204 as const, body: null });

export type Operation = { endpoint: Endpoint; run(raw: RawCall): Promise<HttpResponse> };

type OperationSteps<Spec extends Endpoint, Loaded> = {
  load?: (call: Omit<Call<Spec>, 'body' | 'commitResponse'>) => Promise<Loaded>;
  handle: (call: Call<Spec>, loaded: Loaded) => Promise<ResponseOf<Spec>>;
  /** Handles calls that are meant for the endpoint's alternative. */
  alternative?: (raw: RawCall) => Promise<HttpResponse>;
};

/**
 * Connects an endpoint of the contract to its handler. `load` runs before the body is validated and throws 404 or 403,
 * so that errors come in the order 401, 404, 403, 400, which clients rely on; its result is passed to `handle`.
 */
export function operation<Spec extends Endpoint, Loaded = undefined>(
  endpoint: Spec,
  steps: OperationSteps<Spec, Loaded>,
): Operation {
  async function run(raw: RawCall): Promise<HttpResponse> {
    requireRole(endpoint, raw.actor);
    if (steps.alternative && isForAlternative(endpoint, raw.body))
      return { ...(await steps.alternative(raw)), endpoint: endpoint.alternative?.endpoint };
    if (endpoint.needs) requirePermission(raw.actor, endpoint.needs);
    const params = parseParams(endpoint, raw.params);
    const beforeBody = {
      actor: raw.actor,
      params,
      query: parseQuery(endpoint, raw.query),
      rawQuery: raw.query,
      path: fillPath(endpoint.path, raw.params),
      origin: raw.origin,
      rawRequest: raw.rawRequest,
      expectedVersions: raw.expectedVersions,
    } as Omit<Call<Spec>, 'body' | 'commitResponse'>;
    const loaded = (await steps.load?.(beforeBody)) as Loaded;
    const { body, usedAliases } = parseBody(endpoint, raw.body);
    const work = (commitResponse: CommitResponse) =>
      steps.handle({ ...beforeBody, body, commitResponse } as Call<Spec>, loaded) as Promise<HttpResponse>;
    try {
      return await (raw.executeOnce?.({ operation: endpoint.id, params, body }, work) ?? work(skipCommit));
    } catch (error) {
      throw error instanceof AppError ? withCallerFieldNames(error, usedAliases) : error;
    }
  }
  return { endpoint, run };
}

function isForAlternative({ alternative }: Endpoint, body: unknown): boolean {
  if (!alternative || typeof body !== 'object' || body === null) return false;
  const has = (field: string) => Object.hasOwn(body, field);
  return alternative.has.every(has) && !alternative.lacks.some(has);
}

/** Throws 401 for guests, and 403 for users without the permission or the confirmation that the endpoint requires. */
export function requireRole(endpoint: Endpoint, actor: Actor): void {
  if (endpoint.auth === 'ignored' || endpoint.auth === 'optional') return;
  if (actor.kind === 'guest') throw loginRequired();
  const permission = requiredPermission(endpoint);
  if (permission && !can(actor, permission))
    throw actor.lacksSecondFactor ? secondFactorSetupRequired() : forbidden();
  if (endpoint.needsConfirmation && !actor.isConfirmed) throw confirmationRequired();
}

function parseParams(endpoint: Endpoint, params: Record<string, string>): Record<string, unknown> {
  if (!endpoint.params) return {};
  // PostgreSQL text cannot contain NUL, so nothing has such a name: 404. An operation with its own 404 body gets
  // U+FFFD instead, under which it finds nothing.
  const isStorable = Object.values(params).every((value) => !value.includes('\u0000'));
  if (!isStorable && !endpoint.responses[404]) throw notFound();
  const storable = Object.entries(params).map(([name, value]) => [
    name,
    value.replaceAll('\u0000', '\uFFFD'),
  ]);
  const parsed = endpoint.params.safeParse(Object.fromEntries(storable));
  if (!parsed.success) throw notFound();
  return parsed.data;
}

function parseQuery(endpoint: Endpoint, query: Record<string, string>): Record<string, unknown> {
  if (!endpoint.query) return {};
  const parsed = endpoint.query.safeParse(coerceQuery(endpoint.query, query), { reportInput: true });
  if (!parsed.success) throw new AppError('invalid', { fields: messagesByField(parsed.error) });
  return parsed.data;
}

type ParsedBody = { body: Record<string, unknown>; usedAliases: Record<string, string> };

function parseBody(endpoint: Endpoint, body: unknown): ParsedBody {
  if (!endpoint.body) return { body: {}, usedAliases: {} };
  const given = body ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) throw badRequest('errors.badJson');
  const coerced = coerceBody(endpoint.body, endpoint.aliases ?? {}, given as Record<string, unknown>);
  const parsed = endpoint.body.safeParse(coerced.value, { reportInput: true });
  if (parsed.success) return { body: parsed.data, usedAliases: coerced.usedAliases };
  const fields = messagesByField(parsed.error);
  throw withCallerFieldNames(new AppError('invalid', { fields }), coerced.usedAliases);
}

/** Reports field errors under the names that the caller used. */
function withCallerFieldNames(error: AppError, usedAliases: Record<string, string>): AppError {
  const { fields } = error.details;
  if (!fields) return error;
  const renamed = Object.entries(fields).map(([field, messages]) => [usedAliases[field] ?? field, messages]);
  return new AppError(error.kind, { ...error.details, fields: Object.fromEntries(renamed) });
}

const fillPath = (path: string, params: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
