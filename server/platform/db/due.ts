import { type RawBuilder, sql } from 'kysely';

/**
 * Whether the time in a column has come. One further ahead than `longestMs`, the longest pause that is ever written there,
 * was written under a clock that has been set back since: it counts as come, or the row would wait as long as the jump was.
 */
export function isDue(column: string, now: Date, longestMs: number): RawBuilder<boolean> {
  const latest = new Date(now.getTime() + longestMs);
  return sql<boolean>`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${latest})`;
}
