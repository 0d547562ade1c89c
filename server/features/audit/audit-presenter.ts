import type { AuditItem } from '#contract/audit.ts';
import type { AuditEntry } from './audit.ts';

/** The values before and after, by field. */
export function changeTexts({ before = {}, after = {} }: Pick<AuditEntry, 'before' | 'after'>) {
  const textOf = (value: unknown) => (value === null || value === undefined ? null : String(value));
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((field) => ({
    field,
    before: textOf(before[field]),
    after: textOf(after[field]),
  }));
}

export const presentEntry = ({ before, after, at, ...entry }: AuditEntry): AuditItem => ({
  ...entry,
  at: at.toISOString(),
  changes: changeTexts({ ...(before && { before }), ...(after && { after }) }),
});
