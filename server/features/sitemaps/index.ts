import type { Document } from '#server/platform/http/documents.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import { indexNowJobs } from './index-now-jobs.ts';
import { createIndexNow, type IndexNowDeps } from './index-now-service.ts';
import { sitemapDocuments } from './sitemap-documents.ts';
import { createSitemapService, type SitemapDeps } from './sitemap-service.ts';

export type { IndexNowSettings } from './index-now-service.ts';

export type Sitemaps = { operations: Operation[]; documents: Document[]; jobs: JobHandler[] };

export function createSitemaps(deps: SitemapDeps & IndexNowDeps): Sitemaps {
  return {
    operations: [],
    documents: sitemapDocuments(createSitemapService(deps), deps),
    jobs: indexNowJobs(createIndexNow(deps)),
  };
}
