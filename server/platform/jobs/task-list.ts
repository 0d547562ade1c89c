import type { TaskList } from 'graphile-worker';
import { type JobHandler, JobInterruptedError } from './jobs.ts';

export type RunningJob = { id: string; queueId: number | null; ended: Promise<unknown> };
export type InterruptedJob = { id: string; attempts: number };

/**
 * Adapts handlers to the queue. `running` contains the jobs in progress, `interrupted` collects the jobs that a
 * shutdown interrupted.
 */
export function createTaskList(
  handlers: JobHandler[],
  {
    timeLimitMs,
    running,
    interrupted,
  }: { timeLimitMs?: number; running?: Map<string, RunningJob>; interrupted?: InterruptedJob[] } = {},
): TaskList {
  return Object.fromEntries(
    handlers.map(({ name, run: work }) => [
      name,
      async (payload, { job }) => {
        const ended = withTimeout(work(payload), timeLimitMs);
        running?.set(job.id, { id: job.id, queueId: job.job_queue_id, ended: ended.catch(() => undefined) });
        try {
          await ended;
        } catch (error) {
          if (error instanceof JobInterruptedError)
            interrupted?.push({ id: job.id, attempts: job.attempts - 1 });
          throw error;
        } finally {
          running?.delete(job.id);
        }
      },
    ]),
  );
}

/** A job that exceeds the limit may hang, so it fails and frees its slot. */
async function withTimeout(work: Promise<void>, limitMs: number | undefined): Promise<void> {
  if (limitMs === undefined) return work;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the job took longer than ${limitMs / 1000} s`)), limitMs);
  });
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
