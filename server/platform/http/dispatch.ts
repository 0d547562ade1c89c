import type { EndpointId } from '#contract/paths.ts';
import { guest } from '../actor.ts';
import { beforeDeadline } from './deadline.ts';
import { answerForError } from './error-answer.ts';
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
export function createDispatch(operations: Operation[], onFault: (error: unknown) => void): Dispatch {
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
        params: texts(params),
        query: texts(query),
        body,
        origin: null,
        wire: null,
      };
      const answer = await beforeDeadline(operation.run(call));
      return { status: answer.status, body: JSON.parse(operation.serialise(answer.status, answer.body)) };
    } catch (error) {
      const { isOurFault, status, body: errorBody } = answerForError(error);
      if (isOurFault) onFault(error);
      return { status, body: errorBody };
    }
  };
}

/** Values as in a query string: absent ones are left out, the others become strings. */
const texts = (values: Record<string, unknown> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value)]),
  );
