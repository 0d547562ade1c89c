const dayMs = 24 * 3_600_000;
/** Moscow has no daylight saving time. */
const moscowOffsetMs = 3 * 3_600_000;

/** The calendar day in Moscow as `2026-11-22`. */
export const moscowDay = (time: Date): string =>
  new Date(time.getTime() + moscowOffsetMs).toISOString().slice(0, 10);

/** The day that is a number of days later, or earlier if the number is negative. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** When a calendar day begins in Moscow. */
export const moscowDayStart = (day: string): Date =>
  new Date(Date.parse(`${day}T00:00:00Z`) - moscowOffsetMs);
