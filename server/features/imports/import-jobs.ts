import { z } from 'zod';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import { type ImportTasks, importJob } from './task-service.ts';
import { type ImportUploads, sweepJob } from './upload-service.ts';

const payloadSchema = z.object({ id: z.int() });

type Deps = { work: (id: number) => Promise<void>; tasks: ImportTasks; uploads: ImportUploads };

/** The background jobs of imports. */
export const importJobs = ({ work, tasks, uploads }: Deps): JobHandler[] => [
  { name: importJob, jobClass: 'heavy', run: (payload) => work(payloadSchema.parse(payload).id) },
  {
    name: sweepJob,
    cron: '*/10 * * * *',
    async run() {
      await tasks.sweep();
      await uploads.sweep();
    },
  },
];
