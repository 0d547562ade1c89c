import { sql } from 'kysely';
import { type Db, inTransaction } from './database.ts';

const off = 'off';
const settings = {
  /**
   * Bitmap scans of the condition's indexes first, then a sort: for conditions that few rows match. `work_mem` must
   * hold every row. With less, the bitmap remembers only pages, and PostgreSQL checks all texts on them again.
   */
  bitmapScan: { enable_seqscan: off, enable_indexscan: off, enable_indexonlyscan: off, work_mem: '16MB' },
  /** An index scan in the requested order that stops after enough matches: for conditions that many rows match. */
  orderedIndexScan: { enable_seqscan: off, enable_bitmapscan: off, enable_sort: off },
} as const;

/**
 * Runs queries with planner settings. The planner estimates a text search as cheap as the comparison of two numbers, so
 * it scans whole tables where an index would find at once that nothing matches.
 */
export function withPlannerSettings<T>(
  db: Db,
  strategy: keyof typeof settings,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    const calls = Object.entries(settings[strategy]).map(
      ([name, value]) => sql`set_config(${name}, ${value}, true)`,
    );
    await sql`select ${sql.join(calls)}`.execute(tx);
    return work(tx);
  });
}
