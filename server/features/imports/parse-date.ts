const pattern =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:(?:[Tt]|[ \t]+)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?[ \t]*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i;
const minuteMs = 60_000;
/** Dates without a time zone are in Moscow time, as everywhere on the site. */
const moscowOffsetMinutes = 180;

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** «May 4, 2023», «04 May 2023», with or without the day of the week. */
const withName =
  /^(?:[A-Za-z]{3,9},? )?(?:(?<first>\d{1,2}) )?(?<month>[A-Za-z]{3})[a-z]*\.? (?:(?<second>\d{1,2}),? )?(?<year>\d{4})(?<time>[ T]\d.*)?$/;

function toNumbers(text: string): string {
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
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // `Date` would silently convert a day or an hour that does not exist.
  const isReal =
    local.getUTCFullYear() === year &&
    local.getUTCMonth() === month - 1 &&
    local.getUTCDate() === day &&
    local.getUTCHours() === hour &&
    local.getUTCMinutes() === minute;
  return isReal && second < 60 ? new Date(local.getTime() - offsetMinutes(match[7]) * minuteMs) : undefined;
}

function offsetMinutes(zone: string | undefined): number {
  if (zone === undefined) return moscowOffsetMinutes;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
