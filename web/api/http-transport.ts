import type { EndpointId } from '#contract/paths.ts';
import { readingPaths } from '#contract/reading-paths.ts';
import { type Route, splitRoute } from '#contract/route.ts';
import { ApiError, type ApiRequest, type ApiResponse } from './client.ts';

export const requestTimeoutMs = 10_000;

type HttpOptions = { fetch?: typeof fetch; timeoutMs?: number };

/** Sends one request over HTTP with the given access token. Throws ApiError when there is no response. */
export type HttpSend = (request: ApiRequest, accessToken: string | null) => Promise<ApiResponse>;

/** Creates the HTTP transport on the site's host: JSON, or multipart data with files; one timeout per request. */
export function createHttpSend({
  fetch: send = fetch,
  timeoutMs = requestTimeoutMs,
}: HttpOptions = {}): HttpSend {
  return async (request, accessToken) => {
    const built = buildRequest(await findRoute(request), request, accessToken);
    if (request.onProgress) return sendWithProgress(request, built);
    const { url, init } = built;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
    try {
      const response = await send(url, { ...init, signal });
      const text = await response.text();
      const isCsv = response.headers.get('content-type')?.startsWith('text/csv');
      return { status: response.status, body: isCsv ? text : parseBody(text) };
    } catch {
      throw noResponseError(request);
    }
  };
}

const noResponseError = ({ signal }: ApiRequest) =>
  new ApiError(0, null, signal?.aborted ? 'aborted' : 'no-response');

/** Imports the upload code on demand: readers do not need it. */
async function sendWithProgress(request: ApiRequest, { url, init }: BuiltRequest): Promise<ApiResponse> {
  const { signal, onProgress = () => undefined } = request;
  try {
    const { sendUpload } = await import('./upload-transport.ts');
    const { status, text } = await sendUpload({ url, ...init, signal, onProgress });
    return { status, body: parseBody(text) };
  } catch {
    throw noResponseError(request);
  }
}

/** Imports the paths that reading pages do not need on demand. */
async function findRoute(request: ApiRequest): Promise<Route> {
  const entry: string | undefined = (readingPaths as Partial<Record<EndpointId, string>>)[request.id];
  if (entry !== undefined) return splitRoute(entry);
  try {
    const { furtherPaths } = await import('#contract/further-paths.ts');
    return splitRoute(furtherPaths[request.id as keyof typeof furtherPaths]);
  } catch {
    throw noResponseError(request);
  }
}

type BuiltRequest = {
  url: string;
  init: { method: string; headers: Headers; body: string | FormData | undefined };
};

function buildRequest(
  { method, path }: Route,
  request: ApiRequest,
  accessToken: string | null,
): BuiltRequest {
  try {
    const headers = new Headers({ accept: 'application/json', ...request.headers });
    if (accessToken) headers.set('authorization', `Bearer ${accessToken}`);
    const body = encodeBody(request.body);
    if (typeof body === 'string') headers.set('content-type', 'application/json');
    return { url: buildUrl(path, request), init: { method, headers, body } };
  } catch {
    throw new ApiError(0, null, 'before-sending');
  }
}

function buildUrl(path: string, { params, query }: ApiRequest): string {
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    // A dot segment cannot be escaped: the URL would address another endpoint.
    if (value === undefined || value === '.' || value === '..') throw new Error(`Bad path value: ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(query).toString();
  return search ? `${filledPath}?${search}` : filledPath;
}

function encodeBody(body: unknown): string | FormData | undefined {
  if (body === undefined) return undefined;
  if (typeof body !== 'object' || body === null) return JSON.stringify(body);
  const entries = Object.entries(body);
  if (!entries.some(([, value]) => value instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of entries) {
    if (value === undefined) continue;
    if (value instanceof Blob) form.append(name, value);
    else if (typeof value === 'object' && value !== null) form.append(name, JSON.stringify(value));
    else form.append(name, value === null ? '' : String(value));
  }
  return form;
}

/** The parsed JSON, or null when the body is not JSON: of a proxy's error page only the status is used. */
function parseBody(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
