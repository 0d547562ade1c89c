import { sql } from 'kysely';
import { type Db, inTransaction } from './database.ts';

const off = 'off';
const settings = {
  /**
   * First everything that matches, by the indexes of the condition, then the order: for what few rows match. With room to
   * remember each row: where there is not enough, only pages are remembered, and all texts on them looked into again.
   */
  matchesFirst: { enable_seqscan: off, enable_indexscan: off, enable_indexonlyscan: off, work_mem: '16MB' },
  /** Along the order until enough has matched: for what many rows match. */
  orderFirst: { enable_seqscan: off, enable_bitmapscan: off, enable_sort: off },
} as const;

/**
 * Runs queries for which the planner is told the road. It takes looking into a text for as cheap as comparing two numbers,
 * and so reads whole tables where an index would have said at once that there is nothing.
 */
export function planned<T>(db: Db, road: keyof typeof settings, work: (tx: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    const calls = Object.entries(settings[road]).map(
      ([name, value]) => sql`set_config(${name}, ${value}, true)`,
    );
    await sql`select ${sql.join(calls)}`.execute(tx);
    return work(tx);
  });
}
