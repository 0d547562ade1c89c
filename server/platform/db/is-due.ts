import { type RawBuilder, sql } from 'kysely';

/**
 * Whether the time in a column has been reached. `longestMs` is the longest delay that is ever written to the column. A
 * time further ahead was written before the clock was set back and counts as reached, or the row would wait for the
 * whole jump.
 */
export function isDue(column: string, now: Date, longestMs: number): RawBuilder<boolean> {
  const latest = new Date(now.getTime() + longestMs);
  return sql<boolean>`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${latest})`;
}
