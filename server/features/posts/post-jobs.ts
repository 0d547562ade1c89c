import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import type { PostSchedule } from './post-schedule-service.ts';
import type { PostSweep } from './post-sweep-service.ts';
import { type PostTexts, renderOutdatedJob } from './post-text-service.ts';

/** The background work of posts. Times are chosen to the minute, and every minute what is due is published. */
export const postJobs = (
  texts: PostTexts,
  { publishDue }: PostSchedule,
  { sweep }: PostSweep,
): JobHandler[] => [
  { name: 'posts.publish', cron: '* * * * *', run: publishDue },
  {
    name: renderOutdatedJob,
    jobClass: 'heavy',
    cron: '7 * * * *',
    atStart: true,
    run: texts.renderOutdated,
  },
  { name: 'posts.sweep', jobClass: 'heavy', cron: '27 * * * *', run: sweep },
];
