import type { Endpoint } from '#contract/endpoint.ts';
import { createGate } from '../gate.ts';

/** Lets a request in, or throws `unavailable`; the returned function lets it out. */
export type Admission = { enter(kind: AdmissionClass): Promise<() => void> };
export type AdmissionClass = 'vital' | 'read' | 'search' | 'write' | 'page';

export type AdmissionLimits = Record<AdmissionClass, number>;

const queueLimit = 50;
const queueWaitMs = 200;

export const admissionClassOf = (endpoint: Endpoint, query: Record<string, string>): AdmissionClass => {
  if (endpoint.isVital) return 'vital';
  if (endpoint.method !== 'GET') return 'write';
  return query.search ? 'search' : 'read';
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
