import { runOnce } from 'graphile-worker';
import pg from 'pg';
import { jobLogger } from '#server/platform/jobs/job-log.ts';
import { batchedResults } from '#server/platform/jobs/job-runner.ts';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import { createTaskList } from '#server/platform/jobs/task-list.ts';
import { silentLog } from '#server/platform/log.ts';

/** Runs the due jobs of a database one after the other. */
export async function runDueJobs({ url, handlers }: { url: string; handlers: JobHandler[] }): Promise<void> {
  const pool = new pg.Pool({ connectionString: url });
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
