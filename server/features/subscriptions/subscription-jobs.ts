import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import type { ExpiryService } from './expiry-service.ts';

/** The background jobs of subscriptions. */
export const subscriptionJobs = ({ expire, remind }: ExpiryService): JobHandler[] => [
  { name: 'subscriptions.expire', jobClass: 'payments', cron: '*/5 * * * *', run: expire },
  { name: 'subscriptions.remind', jobClass: 'payments', cron: '7 * * * *', run: remind },
];
