import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import type { PostSchedule } from './post-schedule-service.ts';
import type { PostSweep } from './post-sweep-service.ts';
import { type PostTexts, renderOutdatedJob } from './post-text-service.ts';

/** Publication times have a resolution of one minute, so due posts are published every minute. */
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
