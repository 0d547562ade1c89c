import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import type { PostSchedule } from './post-schedule-service.ts';
import type { PostTexts } from './post-text-service.ts';

/** The background work of posts. Times are chosen to the minute, and every minute what is due is published. */
export const postJobs = (texts: PostTexts, { publishDue }: PostSchedule): JobHandler[] => [
  { name: 'posts.publish', cron: '* * * * *', run: publishDue },
  { name: 'posts.render-outdated', cron: '7 * * * *', atStart: true, run: texts.renderOutdated },
];
