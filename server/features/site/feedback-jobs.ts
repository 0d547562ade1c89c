import { z } from 'zod';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import { type FeedbackService, feedbackJob } from './feedback-service.ts';

const payload = z.object({ id: z.uuid() });

/** The background jobs of feedback. */
export const feedbackJobs = (feedback: FeedbackService): JobHandler[] => [
  { name: feedbackJob, jobClass: 'mail', run: (data) => feedback.send(payload.parse(data).id) },
  { name: 'site.sweep', cron: '47 2 * * *', run: () => feedback.sweep() },
];
