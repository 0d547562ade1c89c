import { runOnce } from 'graphile-worker';
import pg from 'pg';
import { trackConnections } from '#server/platform/db/track-connections.ts';
import { jobLogger } from '#server/platform/jobs/job-log.ts';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import { batchedResults } from '#server/platform/jobs/runner-instance.ts';
import { createTaskList } from '#server/platform/jobs/task-list.ts';
import { silentLog } from '#server/platform/log.ts';

/** Runs the due jobs of a database one after the other. */
export async function runDueJobs({ url, handlers }: { url: string; handlers: JobHandler[] }): Promise<void> {
  const pool = new pg.Pool({ connectionString: url });
  // A closing pool does not wait for its connections, and the test may drop the database before they have closed.
  pool.on('error', () => undefined);
  trackConnections(pool);
  try {
    await runOnce({
      noHandleSignals: true,
      logger: jobLogger(silentLog),
      pgPool: pool,
      preset: { worker: batchedResults },
      taskList: createTaskList(handlers),
    });
  } finally {
    await pool.end();
  }
}
