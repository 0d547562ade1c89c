import type { EndpointInput, EndpointResult } from '#contract/index.ts';
import type { EndpointId } from '#contract/paths.ts';
import { ApiError } from './error.ts';

export { ApiError } from './error.ts';

/** A call on its way to the API: values of the path and the query are already text. */
export type ApiRequest = {
  id: EndpointId;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  headers?: RequestHeaders;
  signal?: AbortSignal;
  /** Told how much of the body has left, from 0 to 1. */
  onProgress?: (fraction: number) => void;
};
/** What a request may say beside its body: under which name it is done once, and which version it changes. */
export type RequestHeaders = { 'idempotency-key'?: string; 'if-match'?: string };
export type ApiAnswer = { status: number; body: unknown };
/** Carries a request to the API; throws an ApiError when no answer came. */
export type Transport = (request: ApiRequest) => Promise<ApiAnswer>;

/** A file field takes a Blob in the browser where the server's schema speaks of bytes. */
type FileFields<Body> = {
  [Field in keyof Body]: Uint8Array extends Body[Field]
    ? Exclude<Body[Field], Uint8Array> | Blob
    : Body[Field];
};
/** Numbers and switches of a query are written as text, so both are welcome. */
type Loose<Part> = { [Field in keyof Part]: Part[Field] | string | number | undefined };
type PartOf<Key extends string, Value> = [Value] extends [undefined] ? unknown : { [K in Key]: Value };
type QueryPart<Value> = [Value] extends [undefined] ? unknown : { query?: Loose<Value> };

/** The input of a call as its caller writes it: only the parts that the endpoint has. */
export type CallInput<Id extends EndpointId> = PartOf<'params', EndpointInput<Id>['params']> &
  QueryPart<EndpointInput<Id>['query']> &
  PartOf<'body', FileFields<EndpointInput<Id>['body']>>;

export type CallOptions = {
  /** Statuses that the caller shows itself: no toast for them. 0 stands for "no answer". */
  quiet?: readonly number[];
  headers?: RequestHeaders;
  signal?: AbortSignal;
  /** Told how much of the body has left, from 0 to 1: for files, which may take their time. */
  onProgress?: (fraction: number) => void;
};

type CallArguments<Id extends EndpointId> =
  unknown extends CallInput<Id>
    ? [input?: CallOptions]
    : Record<never, never> extends CallInput<Id>
      ? [input?: CallInput<Id> & CallOptions]
      : [input: CallInput<Id> & CallOptions];

export type ApiClient = {
  /** Calls an endpoint and gives its success body (null for 204); throws ApiError after reporting it. */
  call<Id extends EndpointId>(id: Id, ...input: CallArguments<Id>): Promise<EndpointResult<Id>>;
};

type ReporterOptions = {
  /** Told once of every failure that the caller does not show itself. */
  report?: (error: ApiError) => void;
  /** Statuses that are never reported by this client. */
  quiet?: readonly number[];
};

type LooseInput = CallOptions & {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
};

/** A typed client over any transport: HTTP in the browser, in-process on the server. */
export function createApiClient(transport: Transport, options: ReporterOptions = {}): ApiClient {
  async function perform(id: EndpointId, input: LooseInput): Promise<unknown> {
    const params = textValues(input.params);
    // A path with a hole in it leads nowhere, and on the wire it would be another address.
    if (Object.values(params).some((value) => value.trim() === '')) throw new ApiError(404, null);
    const { body, headers, signal, onProgress } = input;
    const request = { id, params, query: textValues(input.query), body, headers, signal, onProgress };
    const answer = await transport(request);
    if (answer.status >= 200 && answer.status < 300) return answer.body;
    throw new ApiError(answer.status, answer.body);
  }

  return {
    async call(id, ...[input]) {
      try {
        return (await perform(id, (input ?? {}) as LooseInput)) as never;
      } catch (error) {
        if (error instanceof ApiError && isLoud(error, options.quiet, input?.quiet)) options.report?.(error);
        throw error;
      }
    },
  };
}

/** The session itself speaks of a 401; an aborted call failed for nobody. */
function isLoud(error: ApiError, ...quiet: (readonly number[] | undefined)[]): boolean {
  if (error.failure === 'aborted' || error.status === 401) return false;
  return !quiet.some((statuses) => statuses?.includes(error.status));
}

function textValues(values: Record<string, unknown> = {}): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) texts[name] = String(value);
  }
  return texts;
}
