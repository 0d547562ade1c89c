import type { Endpoint } from '#contract/endpoint.ts';
import { createGate } from '../gate.ts';

/** Lets a request in, or throws `unavailable`; the returned function lets it out. */
export type Admission = { enter(kind: AdmissionClass): Promise<() => void> };
export type AdmissionClass = 'vital' | 'read' | 'search' | 'write' | 'page';

export type AdmissionLimits = Record<AdmissionClass, number>;

const queueLimit = 50;
const queueWaitMs = 200;

/** Rows that a page far down a list has to pass, from which on it counts as a search. */
const farDownRows = 10_000;
/** What a page holds where its size is not named. */
const usualPageSize = 20;
const maxPageSize = 100;

/** Whether answering takes the database much longer than usual: a search, or a page far down a list. */
export const isCostlyQuery = ({ search, page, page_size: size }: Record<string, string>): boolean =>
  Boolean(search) || Number(page) * Math.min(Number(size) || usualPageSize, maxPageSize) > farDownRows;

export const admissionClassOf = (endpoint: Endpoint, query: Record<string, string>): AdmissionClass => {
  if (endpoint.isVital) return 'vital';
  if (endpoint.method !== 'GET') return 'write';
  return isCostlyQuery(query) ? 'search' : 'read';
};

/**
 * At most so many requests of a class at work at once, a short queue behind them, and 503 for the rest: what is let
 * in keeps its speed (trust 3.9). A flood of searches or comments cannot take the places of logins.
 */
export function createAdmission(limits: AdmissionLimits): Admission {
  const gateOf = (limit: number) => createGate({ limit, queueLimit, waitMs: queueWaitMs });
  const gates = {
    vital: gateOf(limits.vital),
    read: gateOf(limits.read),
    search: gateOf(limits.search),
    write: gateOf(limits.write),
    page: gateOf(limits.page),
  };
  return { enter: (kind) => gates[kind].enter() };
}
