import type { EndpointInput, EndpointResult } from '#contract/index.ts';
import type { EndpointId } from '#contract/paths.ts';
import { ApiError } from './error.ts';

export { ApiError } from './error.ts';

/** A call to the API. The values of the path and the query are strings already. */
export type ApiRequest = {
  id: EndpointId;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  headers?: RequestHeaders;
  signal?: AbortSignal;
  /** Receives the fraction of the body that has been sent, from 0 to 1. */
  onProgress?: (fraction: number) => void;
};
/** The optional headers of a request: the idempotency key, and the version that it changes. */
export type RequestHeaders = { 'idempotency-key'?: string; 'if-match'?: string };
export type ApiResponse = { status: number; body: unknown };
/** Sends a request to the API. Throws an ApiError when there is no response. */
export type Transport = (request: ApiRequest) => Promise<ApiResponse>;

/** A file field is a Blob in the browser and a Uint8Array in the server's schema. */
type FileFields<Body> = {
  [Field in keyof Body]: Uint8Array extends Body[Field]
    ? Exclude<Body[Field], Uint8Array> | Blob
    : Body[Field];
};
/** Numbers and booleans of a query are sent as text, so both types are accepted. */
type Loose<Part> = { [Field in keyof Part]: Part[Field] | string | number | undefined };
type PartOf<Key extends string, Value> = [Value] extends [undefined] ? unknown : { [K in Key]: Value };
type QueryPart<Value> = [Value] extends [undefined] ? unknown : { query?: Loose<Value> };

/** The input of a call: only the parts that the endpoint has. */
export type CallInput<Id extends EndpointId> = PartOf<'params', EndpointInput<Id>['params']> &
  QueryPart<EndpointInput<Id>['query']> &
  PartOf<'body', FileFields<EndpointInput<Id>['body']>>;

export type CallOptions = {
  /** Statuses that the caller handles itself, without a toast. 0 means that there was no response. */
  suppressToastFor?: readonly number[];
  headers?: RequestHeaders;
  signal?: AbortSignal;
  /** Receives the fraction of the body that has been sent, from 0 to 1. Used for file uploads. */
  onProgress?: (fraction: number) => void;
};

type CallArguments<Id extends EndpointId> =
  unknown extends CallInput<Id>
    ? [input?: CallOptions]
    : Record<never, never> extends CallInput<Id>
      ? [input?: CallInput<Id> & CallOptions]
      : [input: CallInput<Id> & CallOptions];

export type ApiClient = {
  /** Calls an endpoint and returns its success body (null for 204). Reports and throws an ApiError. */
  call<Id extends EndpointId>(id: Id, ...input: CallArguments<Id>): Promise<EndpointResult<Id>>;
};

type ReporterOptions = {
  /** Receives every failure that the caller does not handle itself, once. */
  report?: (error: ApiError) => void;
  /** Statuses that are never reported by this client. */
  suppressToastFor?: readonly number[];
};

type LooseInput = CallOptions & {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
};

/** Creates a typed client over a transport: HTTP in the browser, in-process on the server. */
export function createApiClient(transport: Transport, options: ReporterOptions = {}): ApiClient {
  async function send(id: EndpointId, input: LooseInput): Promise<unknown> {
    const params = toTextValues(input.params);
    // A path with an empty segment would address another endpoint.
    if (Object.values(params).some((value) => value.trim() === '')) throw new ApiError(404, null);
    const { body, headers, signal, onProgress } = input;
    const request = { id, params, query: toTextValues(input.query), body, headers, signal, onProgress };
    const response = await transport(request);
    if (response.status >= 200 && response.status < 300) return response.body;
    throw new ApiError(response.status, response.body);
  }

  return {
    async call(id, ...[input]) {
      try {
        return (await send(id, (input ?? {}) as LooseInput)) as never;
      } catch (error) {
        if (
          error instanceof ApiError &&
          shouldReport(error, options.suppressToastFor, input?.suppressToastFor)
        )
          options.report?.(error);
        throw error;
      }
    },
  };
}

/** The session handles a 401, and an aborted call has no receiver. */
function shouldReport(error: ApiError, ...suppressToastFor: (readonly number[] | undefined)[]): boolean {
  if (error.failure === 'aborted' || error.status === 401) return false;
  return !suppressToastFor.some((statuses) => statuses?.includes(error.status));
}

function toTextValues(values: Record<string, unknown> = {}): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) texts[name] = String(value);
  }
  return texts;
}
