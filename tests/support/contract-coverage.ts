import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Endpoint, getResponseBody, listStatuses } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';

export type Role = 'guest' | 'user' | 'staff';

/** The roles for which some test must have seen a success response. */
const requiredRoles: Partial<Record<Endpoint['auth'], Role[]>> = {
  ignored: ['guest'],
  optional: ['guest', 'user', 'staff'],
  user: ['user', 'staff'],
};

/** One function returns these for every operation, so that one operation that really returns them is enough. */
const sharedStatuses = [304, 500, 503, 507];
/** Tested on raw connections (server/platform/http/server-limits.api.test.ts), which are not recorded here. */
const unrecordedStatuses = [408];

/**
 * Checks a response against the contract: an undeclared status or shape fails the test. Records the status, so that the end
 * of the run can report responses that no test has seen. A response to an error that the test injected is not recorded.
 */
export function checkResponse(
  folder: string,
  endpoint: Endpoint,
  { role, status, body, isInjected }: { role: Role; status: number; body: unknown; isInjected: boolean },
): void {
  if (!listStatuses(endpoint).includes(status))
    throw new Error(`${endpoint.id} answered ${status} to ${role}, which the contract does not declare`);
  const parsed = getResponseBody(endpoint, status)?.safeParse(body);
  if (parsed && !parsed.success)
    throw new Error(
      `${endpoint.id} ${status}: the body is not what the contract declares: ${parsed.error.message}`,
    );
  const literal = (body as { error?: unknown } | null)?.error;
  if (literal !== undefined && !endpoint.errorMessages?.[status]?.some(({ error }) => error === literal))
    throw new Error(`${endpoint.id} ${status}: the literal "${literal}" is not declared in the contract`);
  if (!isInjected) appendFileSync(join(folder, String(process.pid)), `${endpoint.id} ${status} ${role}\n`);
}

/** Throws a list of declared responses that no test has seen. Works only for a complete run. */
export function reportUncovered(folder: string): void {
  if (process.env.WHOLE_RUN !== 'true') return;
  const covered = new Set(
    readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n')),
  );
  const seenStatuses = new Set(Array.from(covered, (line) => Number(line.split(' ')[1])));
  const uncovered = [
    ...sharedStatuses
      .filter((status) => !seenStatuses.has(status))
      .map((status) => `${status} of any operation`),
    ...Object.values<Endpoint>(endpoints).flatMap((endpoint) =>
      listStatuses(endpoint).flatMap((status) => findUncoveredRoles(covered, endpoint, status)),
    ),
  ];
  if (uncovered.length > 0)
    throw new Error(`declared, but not covered by any test:\n${uncovered.join('\n')}`);
}

function findUncoveredRoles(covered: Set<string>, endpoint: Endpoint, status: number): string[] {
  if ([...sharedStatuses, ...unrecordedStatuses].includes(status)) return [];
  const cells = (roles: Role[]) => roles.map((role) => `${endpoint.id} ${status} ${role}`);
  if (status in endpoint.responses)
    return cells(requiredRoles[endpoint.auth] ?? ['staff']).filter((cell) => !covered.has(cell));
  const all = cells(['guest', 'user', 'staff']);
  return all.some((cell) => covered.has(cell)) ? [] : [`${endpoint.id} ${status}`];
}
