const secondMs = 1_000;
const hourMs = 3_600_000;
export const maxRetryIntervalMs = hourMs;

/** Pauses double from ten seconds to an hour; twenty attempts take about half a day. */
const maxAttempts = 20;

/** The next attempt of a failed event; undefined after the last one. */
export function nextRetryAt(attempt: number, now: Date): Date | undefined {
  if (attempt >= maxAttempts) return undefined;
  return new Date(now.getTime() + Math.min(maxRetryIntervalMs, 10 * secondMs * 2 ** (attempt - 1)));
}
