/** Where a call failed; `response` is a response with an error status. */
export type ApiFailure = 'response' | 'no-response' | 'before-sending' | 'aborted';

/**
 * A failed call. `status` is 0 when there was no response; `detail` and `fields` come from the body (`{detail}` or
 * `{field: [text]}`).
 *
 * It is not an `Error`, because React Router hides the contents of every Error that a loader throws on the server.
 * `isRouteErrorResponse` recognises it by `statusText`, `internal` and `data`, so a 404 of the API becomes a page with
 * status 404.
 */
export class ApiError {
  readonly name = 'ApiError';
  readonly status: number;
  readonly body: unknown;
  readonly detail: string | null;
  readonly fields: Record<string, string[]>;
  readonly failure: ApiFailure;
  readonly statusText = '';
  readonly internal = false;
  readonly data: unknown;

  constructor(status: number, body: unknown, failure: ApiFailure = 'response') {
    this.status = status;
    this.body = body;
    this.data = body;
    this.failure = failure;
    this.detail = detailOf(body);
    this.fields = fieldsOf(body);
  }

  get message(): string {
    return this.detail ?? Object.values(this.fields)[0]?.[0] ?? `${this.failure} ${this.status}`;
  }
}

function detailOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  return 'detail' in body && typeof body.detail === 'string' ? body.detail : null;
}

function fieldsOf(body: unknown): Record<string, string[]> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return {};
  const fields: Record<string, string[]> = {};
  for (const [field, texts] of Object.entries(body)) {
    if (!Array.isArray(texts)) continue;
    const messages = texts.filter((text) => typeof text === 'string');
    if (messages.length > 0) fields[field] = messages;
  }
  return fields;
}
