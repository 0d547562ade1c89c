import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import type { IndexNowService } from './index-now-service.ts';

export const indexNowJobs = (indexNow: IndexNowService): JobHandler[] => [
  { name: 'index-now.set-up', atStart: true, run: indexNow.setUp },
  { name: 'index-now.send', cron: '* * * * *', run: indexNow.send },
];
