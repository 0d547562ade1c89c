const secondMs = 1_000;
const hourMs = 3_600_000;
export const longestPauseMs = hourMs;

/** Pauses double from ten seconds to an hour; twenty attempts take about half a day. */
const maxAttempts = 20;

/** The next attempt of a failed event; undefined after the last one. */
export function nextTryAfter(attempt: number, now: Date): Date | undefined {
  if (attempt >= maxAttempts) return undefined;
  return new Date(now.getTime() + Math.min(longestPauseMs, 10 * secondMs * 2 ** (attempt - 1)));
}
