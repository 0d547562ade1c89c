import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import type { EndService } from './end-service.ts';

/** The background jobs of subscriptions. */
export const subscriptionJobs = ({ expire, remind }: EndService): JobHandler[] => [
  { name: 'subscriptions.expire', jobClass: 'money', cron: '*/5 * * * *', run: expire },
  { name: 'subscriptions.remind', jobClass: 'money', cron: '7 * * * *', run: remind },
];
