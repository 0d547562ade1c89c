import { isDatabaseUnavailable } from '../db/db-errors.ts';
import type { Log } from '../log.ts';

type Rows<Row> = {
  /** At most `batchSize` rows with keys above this one, in the order of their keys. */
  read(after: number): Promise<Row[]>;
  batchSize: number;
  keyOf(row: Row): number;
  work(row: Row): Promise<unknown>;
  log: Pick<Log, 'error'>;
  /** What the work of a row is, for the log: `publication of post`. */
  task: string;
};

/**
 * Does the work of a job for each of its rows, batch by batch. A row that fails is logged and left to the next run of the
 * job: it stops no other. Without the database the job fails.
 */
export async function forEachRow<Row>({ read, batchSize, keyOf, work, log, task }: Rows<Row>): Promise<void> {
  let after = 0;
  let rows: Row[];
  do {
    rows = await read(after);
    for (const row of rows) {
      after = keyOf(row);
      try {
        await work(row);
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        log.error({ err: error, id: after }, `${task} failed`);
      }
    }
  } while (rows.length === batchSize);
}
