import type { Categories } from '#server/features/categories/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Document } from '#server/platform/http/documents.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import type { JobHandler, Jobs } from '#server/platform/jobs/jobs.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import type { SiteIdentity } from '#server/platform/site-identity.ts';
import { createActivityService } from './activity-service.ts';
import { deviceDocuments } from './device-documents.ts';
import { feedbackJobs } from './feedback-jobs.ts';
import { createFeedbackService } from './feedback-service.ts';
import { siteDocuments } from './site-documents.ts';
import { siteRoutes } from './site-routes.ts';

export type Site = { operations: Operation[]; documents: Document[]; jobs: JobHandler[] };

type Deps = {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  mail: Pick<Mail, 'send'>;
  limits: RateLimits;
  categories: Pick<Categories, 'listFirst'>;
  siteName: string;
  publicUrl: string;
  identity: SiteIdentity;
  verificationMarks: Array<{ name: string; content: string }>;
  feedbackEmail: string;
  socialLinks: string[];
  areSocialLinksExamples: boolean;
  offlineReading: boolean;
};

export function createSite({
  identity,
  verificationMarks,
  publicUrl,
  socialLinks,
  areSocialLinksExamples,
  offlineReading,
  categories,
  ...deps
}: Deps): Site {
  const feedback = createFeedbackService(deps);
  return {
    operations: siteRoutes({
      activity: createActivityService(deps),
      feedback,
      identity,
      verificationMarks,
      categories,
      socialLinks,
      areSocialLinksExamples,
      offlineReading,
    }),
    documents: [
      ...deviceDocuments({ identity }),
      ...siteDocuments({ identity, clock: deps.clock, publicUrl }),
    ],
    jobs: feedbackJobs(feedback),
  };
}
