import type { Document } from '#server/platform/http/documents.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import { sitemapDocuments } from './sitemap-documents.ts';
import { createSitemapService, type SitemapDeps } from './sitemap-service.ts';

export type Sitemaps = { operations: Operation[]; documents: Document[] };

export function createSitemaps(deps: SitemapDeps): Sitemaps {
  return { operations: [], documents: sitemapDocuments(createSitemapService(deps), deps.publicUrl) };
}
