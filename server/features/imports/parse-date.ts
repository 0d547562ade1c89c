import { refuse } from './problem.ts';
import { getText, type YamlFields } from './yaml-value.ts';

const pattern =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:(?:[Tt]|[ \t]+)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?[ \t]*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i;
const minuteMs = 60_000;
/** Dates without a time zone are in Moscow time, as everywhere on the site. */
const moscowOffsetMinutes = 180;

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** «May 4, 2023», «04 May 2023», with or without the day of the week. */
const withName =
  /^(?:[A-Za-z]{3,9},? )?(?:(?<first>\d{1,2}) )?(?<month>[A-Za-z]{3})[a-z]*\.? (?:(?<second>\d{1,2}),? )?(?<year>\d{4})(?<time>[ T]\d.*)?$/;

const russianMonths = 'янв фев мар апр ма июн июл авг сен окт ноя дек'.split(' ');
/** «4 мая 2023», with «г.» or without. */
const inRussian = /^(?<day>\d{1,2}) (?<month>[а-я]{3,8})\.? (?<year>\d{4})(?: ?г(?:\.|ода)?)?$/i;
/** «04.05.2023» is always the day first; «13/05/2023» and «05/13/2023» only if one number cannot be a month. */
const withYearLast = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})((?:T|[ \t]+)\d.*)?$/;

function toNumbers(text: string): string {
  const russian = inRussian.exec(text)?.groups;
  if (russian) {
    const start = (russian.month ?? '').toLowerCase();
    const index = russianMonths.findIndex((one) => start.startsWith(one));
    return `${russian.year}-${index + 1}-${russian.day}`;
  }
  const [, left = '', sign, right = '', last, rest = ''] = withYearLast.exec(text) ?? [];
  if (last !== undefined) {
    if (sign === '.' || Number(left) > 12) return `${last}-${right}-${left}${rest}`;
    return Number(right) > 12 ? `${last}-${left}-${right}${rest}` : text;
  }
  const { first, month = '', second, year, time = '' } = withName.exec(text)?.groups ?? {};
  const number = months.indexOf(month.toLowerCase()) + 1;
  return number > 0 ? `${year}-${number}-${first ?? second ?? 1}${time}` : text;
}

/** Parses a date in the notation of static blogs, with or without time and zone; undefined for anything else. */
export function parseDate(text: string): Date | undefined {
  const match = pattern.exec(toNumbers(text));
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0'));
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, second, milliseconds));
  // `Date` would silently convert a day or an hour that does not exist.
  const isReal =
    local.getUTCFullYear() === year &&
    local.getUTCMonth() === month - 1 &&
    local.getUTCDate() === day &&
    local.getUTCHours() === hour &&
    local.getUTCMinutes() === minute;
  return isReal && second < 60 ? new Date(local.getTime() - offsetMinutes(match[8]) * minuteMs) : undefined;
}

export const earlier = (left: Date, right: Date): Date => (left < right ? left : right);

function offsetMinutes(zone: string | undefined): number {
  if (zone === undefined) return moscowOffsetMinutes;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** A date in a field of a copy; null for an absent one. Throws Refusal for anything else. */
export function getDate(fields: YamlFields, name: string): Date | null {
  const value = getText(fields, name);
  if (!value) return null;
  return (
    parseDate(value.text) ?? refuse('imports.dateUnreadable', { line: value.line }, { date: value.text })
  );
}

export const requireDate = (fields: YamlFields, name: string, line: number): Date =>
  getDate(fields, name) ?? refuse('imports.dateMissing', { line });
