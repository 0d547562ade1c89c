import type { Job, JobHelpers } from 'graphile-worker';
import { expect, it } from 'vitest';
import { createTaskList, type RunningJob } from './task-list.ts';

const helpers = { job: { id: '7', job_queue_id: null, attempts: 1 } as Job } as JobHelpers;

it('fails a job that exceeds the time limit of its class and frees its slot', async () => {
  const running = new Map<string, RunningJob>();
  const hangs = { name: 'hang', run: () => new Promise<void>(() => undefined) };
  const tasks = createTaskList([hangs], { timeLimitMs: 20, running });
  const work = tasks.hang?.({}, helpers);
  expect(running.has('7')).toBe(true);
  await expect(work).rejects.toThrow('the job took longer than 0.02 s');
  expect(running.has('7')).toBe(false);
});
