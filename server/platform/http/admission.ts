import type { Endpoint } from '#contract/endpoint.ts';
import { maxPageSize } from '#contract/query.ts';
import { createConcurrencyLimiter } from '../concurrency-limiter.ts';
import { defaultPageSize } from '../db/paging.ts';
import { deadlines } from '../deadlines.ts';

/**
 * Runs the work of a request in a slot of its class, or throws `unavailable`. The slot is released when the work ends.
 */
export type Admission = { run<Result>(kind: AdmissionClass, work: () => Promise<Result>): Promise<Result> };
export type AdmissionClass = 'critical' | 'read' | 'search' | 'write' | 'page' | 'card';

export type AdmissionLimits = Record<AdmissionClass, number>;

const queueLimit = 50;

/** Row offset above which a page of a list costs as much as a search. */
const expensiveOffset = 10_000;

/** Whether a query takes the database much longer than usual: a search, or a page with a large offset. */
export const isExpensiveQuery = ({ search, page, page_size: size }: Record<string, string>): boolean =>
  Boolean(search) || Number(page) * Math.min(Number(size) || defaultPageSize, maxPageSize) > expensiveOffset;

export const admissionClassOf = (endpoint: Endpoint, query: Record<string, string>): AdmissionClass => {
  if (endpoint.isCritical) return 'critical';
  if (endpoint.method !== 'GET') return 'write';
  return isExpensiveQuery(query) ? 'search' : 'read';
};

/**
 * Limits the concurrent requests of each class, with a short queue; the rest get 503, so that admitted requests stay
 * fast. Each class has its own limit: a flood of searches or comments does not block logins.
 */
export function createAdmission(limits: AdmissionLimits): Admission {
  const createClassLimiter = (limit: number) =>
    createConcurrencyLimiter({ limit, queueLimit, waitMs: deadlines.admission });
  const limiters = {
    critical: createClassLimiter(limits.critical),
    read: createClassLimiter(limits.read),
    search: createClassLimiter(limits.search),
    write: createClassLimiter(limits.write),
    page: createClassLimiter(limits.page),
    card: createClassLimiter(limits.card),
  };
  return { run: (kind, work) => limiters[kind].run(work) };
}
