import type { Document } from '#server/platform/http/documents.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import { feedDocuments } from './feed-documents.ts';
import { createFeedService, type FeedDeps } from './feed-service.ts';

export type Feeds = { operations: Operation[]; documents: Document[] };

export function createFeeds(deps: FeedDeps): Feeds {
  return { operations: [], documents: feedDocuments(createFeedService(deps), deps.publicUrl) };
}
