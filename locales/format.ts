/** Russian formats of numbers, plurals and dates. Days are calendar days in Moscow. */

const locale = 'ru-RU';
const timeZone = 'Europe/Moscow';
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Moscow has no daylight saving time. */
const moscowOffsetMs = 3 * hourMs;
/** From this age on, a date is more useful than a number of days. */
const recentDays = 7;

const pluralRules = new Intl.PluralRules(locale);

/** One, few and many: `['статья', 'статьи', 'статей']`. */
export type PluralForms = readonly [one: string, few: string, many: string];

/** The form of a noun that goes with a whole number. */
export function plural(count: number, [one, few, many]: PluralForms): string {
  const rule = pluralRules.select(count);
  if (rule === 'one') return one;
  return rule === 'few' ? few : many;
}

/** A number and its noun, kept on one line: «21 статья», «1 200 статей». */
export function countOf(count: number, forms: PluralForms): string {
  return `${wholeNumber(count)}\u00a0${plural(count, forms)}`;
}

const wholeNumbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const shortNumbers = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });

/** A number with a space between thousands. */
export function wholeNumber(value: number): string {
  return wholeNumbers.format(value);
}

/** A number as people type it, in the form that the API reads: «2 990,50 ₽» is `2990,50`. Other text stays as it is. */
export function plainNumber(typed: string): string {
  return typed.replace(/[\s₽]/g, '');
}

const megabyte = 1024 ** 2;
const gigabyte = 1024 ** 3;

/** A size: «640 КБ», «2,4 МБ», «1,5 ГБ». */
export function fileSize(bytes: number): string {
  if (bytes >= gigabyte) return `${shortNumbers.format(bytes / gigabyte)}\u00a0ГБ`;
  if (bytes >= megabyte) return `${shortNumbers.format(bytes / megabyte)}\u00a0МБ`;
  return `${wholeNumber(Math.max(1, bytes / 1024))}\u00a0КБ`;
}

/** A number for a small place: «950», «1,2 тыс.», «3 млн». */
export function shortNumber(value: number): string {
  return shortNumbers.format(value);
}

const dayParts = new Intl.DateTimeFormat(locale, {
  timeZone,
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const shortDayParts = new Intl.DateTimeFormat(locale, {
  timeZone,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const weekdays = new Intl.DateTimeFormat(locale, { timeZone, weekday: 'long' });
const clockParts = new Intl.DateTimeFormat(locale, {
  timeZone,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const numericParts = new Intl.DateTimeFormat(locale, {
  timeZone,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});

/** A month without a day is in the nominative case. */
const monthParts = new Intl.DateTimeFormat(locale, { timeZone, month: 'long', year: 'numeric' });
const shortMonthNames = new Intl.DateTimeFormat(locale, { timeZone, month: 'short' });

/** A price: «299 ₽», «299,50 ₽». Takes an amount as the API returns it, `299.50`. */
export function price(amount: string, currency: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(Number(amount));
}

/** «20 ноября 2026». Takes ISO 8601, like the functions below. */
export function fullDate(iso: string): string {
  const { day, month, year } = partsOf(dayParts, new Date(iso));
  return `${day} ${month} ${year}`;
}

/** «20 ноября 2026, 15:40» */
export function dateAndTime(iso: string): string {
  return `${fullDate(iso)}, ${clockTime(iso)}`;
}

/** «15:40» */
export function clockTime(iso: string): string {
  const { hour, minute } = partsOf(clockParts, new Date(iso));
  return `${hour}:${minute}`;
}

/** «20 нояб.» */
export function shortDayOf(iso: string): string {
  const { day, month } = partsOf(shortDayParts, new Date(iso));
  return `${day} ${month}`;
}

/** «Пятница, 20 ноября» */
export function weekdayAndDay(iso: string): string {
  const date = new Date(iso);
  const weekday = weekdays.format(date);
  const { day, month } = partsOf(dayParts, date);
  return `${weekday[0]?.toLocaleUpperCase(locale)}${weekday.slice(1)}, ${day} ${month}`;
}

/** A time as the value of a form field: «2026-11-20T15:40» in Moscow. */
export function toMoscowInput(iso: string): string {
  const { day, month, year } = partsOf(numericParts, new Date(iso));
  return `${year}-${month}-${day}T${clockTime(iso)}`;
}

/** The time of such a value; null for an invalid one. Moscow has no daylight saving time. */
export function fromMoscowInput(value: string): string | null {
  const date = new Date(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value) ? `${value}:00+03:00` : Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** «20 нояб. 2026» */
export function shortDate(iso: string): string {
  const { day, month, year } = partsOf(shortDayParts, new Date(iso));
  return `${day} ${month} ${year}`;
}

/** «20 ноября» */
export function dayAndMonth(iso: string): string {
  const { day, month } = partsOf(dayParts, new Date(iso));
  return `${day} ${month}`;
}

/** «ноябрь 2026» of `2026-11`. */
export function monthName(month: string): string {
  const { month: name, year } = partsOf(monthParts, new Date(`${month}-15T00:00:00Z`));
  return `${name} ${year}`;
}

/** «ноя» of `2026-11`, for the foot of a column. */
export function shortMonth(month: string): string {
  const name = shortMonthNames.format(new Date(`${month}-15T00:00:00Z`));
  return name.replace('.', '').slice(0, 3);
}

/** The date of a card: «Сегодня», «Вчера», «3 дн. назад», then day and month, with the year if it is another. */
export function relativeDay(iso: string, now: Date): string {
  const date = new Date(iso);
  const days = calendarDaysBetween(date, now);
  if (days < 0) return shortDate(iso);
  if (days === 0) return 'Сегодня';
  if (days === 1) return 'Вчера';
  if (days < recentDays) return `${days} дн. назад`;
  const { day, month, year } = partsOf(shortDayParts, date);
  return year === partsOf(shortDayParts, now).year ? `${day} ${month}` : `${day} ${month} ${year}`;
}

/** The date of a comment: «только что», «5 мин. назад», «3 ч. назад», «вчера», «3 дн. назад», then 20.11.2026. */
export function relativeTime(iso: string, now: Date): string {
  const date = new Date(iso);
  const ageMs = now.getTime() - date.getTime();
  const days = calendarDaysBetween(date, now);
  if (ageMs < minuteMs) return 'только что';
  if (ageMs < hourMs) return `${Math.floor(ageMs / minuteMs)} мин. назад`;
  if (days === 0) return `${Math.floor(ageMs / hourMs)} ч. назад`;
  if (days === 1) return 'вчера';
  if (days < recentDays) return `${days} дн. назад`;
  return numericDate(iso);
}

/** «20.11.2026» */
export function numericDate(iso: string): string {
  const { day, month, year } = partsOf(numericParts, new Date(iso));
  return `${day}.${month}.${year}`;
}

/** The last midnight in Moscow. */
export function startOfDay(date: Date): Date {
  return new Date(Math.floor((date.getTime() + moscowOffsetMs) / dayMs) * dayMs - moscowOffsetMs);
}

/** The number of midnights in Moscow between two times; negative if `from` is later. */
export function calendarDaysBetween(from: Date, to: Date): number {
  return Math.round((calendarDay(to) - calendarDay(from)) / dayMs);
}

function calendarDay(date: Date): number {
  const { day, month, year } = partsOf(numericParts, date);
  return Date.UTC(Number(year), Number(month) - 1, Number(day));
}

function partsOf(format: Intl.DateTimeFormat, date: Date): Partial<Record<string, string>> {
  const parts: Record<string, string> = {};
  for (const part of format.formatToParts(date)) parts[part.type] = part.value;
  return parts;
}
