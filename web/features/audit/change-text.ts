import { dateAndTime } from '#locales/format.ts';
import * as messages from '#locales/ru/audit.ts';
import { decisionTexts } from '#locales/ru/decisions.ts';
import { roleNames } from '#locales/ru/roles.ts';
import { ruleTitles } from '#locales/ru/rules.ts';

const booleans: Record<string, string> = { true: messages.yes, false: messages.no };
const valueNames: Record<string, Record<string, string>> = {
  role: roleNames,
  rule: ruleTitles,
  kind: decisionTexts,
  action: messages.actions,
  is_staff: booleans,
  is_superuser: booleans,
  is_active: booleans,
};
const isTimestamp = (value: string): boolean => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value);

export const fieldName = (field: string): string => messages.fields[field] ?? field;

/** A recorded value as a reader understands it. Fields and values that have no name are shown as they are. */
export const valueText = (field: string, value: string): string =>
  valueNames[field]?.[value] ?? (isTimestamp(value) ? dateAndTime(value) : value);
