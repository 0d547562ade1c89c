import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from './database.ts';
import type { DB } from './generated.ts';

const defaultBatchSize = 1_000;

/**
 * Deletes the rows of a table that match `where`, in many short statements. Each statement stays far below the
 * statement timeout, holds its locks briefly, and keeps its result when a later one fails. Locked rows are left to the
 * next run. `where` needs an index.
 */
export async function deleteInBatches(
  db: Db,
  table: keyof DB,
  where: RawBuilder<SqlBool>,
  batchSize = defaultBatchSize,
): Promise<void> {
  let deleted: number;
  do {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any (array(
        select ctid from ${sql.table(table)} where ${where} limit ${batchSize} for update skip locked))`.execute(
      db,
    );
    deleted = Number(numAffectedRows ?? 0);
  } while (deleted === batchSize);
}
