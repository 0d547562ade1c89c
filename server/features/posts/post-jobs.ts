import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import type { PostTexts } from './post-text-service.ts';

/** The background work of posts. */
export const postJobs = (texts: PostTexts): JobHandler[] => [
  { name: 'posts.render-outdated', cron: '7 * * * *', atStart: true, run: texts.renderOutdated },
];
