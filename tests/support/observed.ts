import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerBodyOf, type Endpoint, statusesOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';

export type Role = 'guest' | 'user' | 'staff';

/** Every role that may be answered with success must have been, by some test. */
const rolesAllowed: Record<Endpoint['auth'], Role[]> = {
  ignored: ['guest'],
  optional: ['guest', 'user', 'staff'],
  user: ['user', 'staff'],
  staff: ['staff'],
  moderator: ['staff'],
};

/**
 * Holds an answer against the contract: an undeclared status or shape fails the test at once. What was seen is
 * written down, so that the end of the run can ask for what no test has seen.
 */
export function observe(folder: string, endpoint: Endpoint, role: Role, status: number, body: unknown): void {
  if (!statusesOf(endpoint).includes(status))
    throw new Error(`${endpoint.id} answered ${status} to ${role}, which the contract does not declare`);
  const parsed = answerBodyOf(endpoint, status)?.safeParse(body);
  if (parsed && !parsed.success)
    throw new Error(
      `${endpoint.id} ${status}: the body is not what the contract declares: ${parsed.error.message}`,
    );
  const literal = (body as { error?: unknown } | null)?.error;
  if (literal !== undefined && !endpoint.says?.[status]?.some(({ error }) => error === literal))
    throw new Error(`${endpoint.id} ${status}: the literal "${literal}" is not declared in the contract`);
  appendFileSync(join(folder, String(process.pid)), `${endpoint.id} ${status} ${role}\n`);
}

/** Throws a list of the declared answers that no test has seen; only a whole run can know. */
export function reportUnseen(folder: string): void {
  if (process.env.WHOLE_RUN !== 'true') return;
  const seen = new Set(
    readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n')),
  );
  const unseen = Object.values<Endpoint>(endpoints).flatMap((endpoint) =>
    statusesOf(endpoint).flatMap((status) => unseenRoles(seen, endpoint, status)),
  );
  if (unseen.length > 0) throw new Error(`declared, but seen by no test:\n${unseen.join('\n')}`);
}

function unseenRoles(seen: Set<string>, endpoint: Endpoint, status: number): string[] {
  // One place makes it for every GET; tests/platform.api.test.ts walks over those that it can reach.
  if (status === 304) return [];
  const cells = (roles: Role[]) => roles.map((role) => `${endpoint.id} ${status} ${role}`);
  if (status in endpoint.responses)
    return cells(rolesAllowed[endpoint.auth]).filter((cell) => !seen.has(cell));
  const all = cells(['guest', 'user', 'staff']);
  return all.some((cell) => seen.has(cell)) ? [] : [`${endpoint.id} ${status}`];
}
