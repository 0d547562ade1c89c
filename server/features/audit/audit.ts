import type { AuditAction, AuditTargetKind } from '#contract/audit.ts';
import { shorten } from '#locales/cut-text.ts';

/** A value of an entry: small enough to be read in a list. */
export type AuditValues = Record<string, string | number | boolean | null>;

export type AuditEvent = {
  action: AuditAction;
  target: { kind: AuditTargetKind; id: number | null; name: string };
  before?: AuditValues;
  after?: AuditValues;
};

export type AuditEntry = AuditEvent & {
  id: number;
  at: Date;
  actor: { id: number | null; name: string; role: string };
  address: string;
};

const maxTextLength = 2_000;

/** Cuts long texts: revisions keep the whole texts. */
export const shortenValues = (values: AuditValues | undefined): AuditValues | undefined =>
  values &&
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? shorten(value, maxTextLength) : value,
    ]),
  );

/** The values that differ, so that an entry shows the change and nothing else. */
export function changesOf(
  before: AuditValues,
  after: AuditValues,
): { before: AuditValues; after: AuditValues } | undefined {
  const changed = Object.keys(after).filter((name) => before[name] !== after[name]);
  if (changed.length === 0) return undefined;
  const pick = (values: AuditValues): AuditValues =>
    Object.fromEntries(changed.map((name) => [name, values[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}
