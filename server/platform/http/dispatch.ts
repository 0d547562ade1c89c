import type { EndpointId } from '#contract/paths.ts';
import { guest } from '../actor.ts';
import { withDeadline } from './deadline.ts';
import { toErrorResponse } from './error-response.ts';
import type { Operation } from './operation.ts';
import { serialiserOf } from './serialise.ts';

export type DispatchRequest = {
  id: EndpointId;
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
};

export type Dispatch = (request: DispatchRequest) => Promise<{ status: number; body: unknown }>;

/**
 * Calls operations inside the process, always as a guest: server-side rendering uses the same validation, rules and
 * serialisation as HTTP requests. `onError` receives internal errors.
 */
export function createDispatch(operations: Operation[], onError: (error: unknown) => void): Dispatch {
  const table = new Map(
    operations.map((operation) => [
      operation.endpoint.id,
      { ...operation, serialise: serialiserOf(operation.endpoint) },
    ]),
  );
  return async ({ id, params, query, body }) => {
    const operation = table.get(id);
    if (!operation) throw new Error(`no operation ${id}`);
    try {
      const call = {
        actor: guest,
        params: toStrings(params),
        query: toStrings(query),
        body,
        origin: null,
        rawRequest: null,
      };
      const response = await withDeadline(operation.run(call));
      return {
        status: response.status,
        body: JSON.parse(operation.serialise(response.status, response.body)),
      };
    } catch (error) {
      const { isServerError, status, body: errorBody } = toErrorResponse(error);
      if (isServerError) onError(error);
      return { status, body: errorBody };
    }
  };
}

/** Values as in a query string: absent ones are left out, the others become strings. */
const toStrings = (values: Record<string, unknown> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value)]),
  );
