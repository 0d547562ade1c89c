import type { Db } from '#server/platform/db/database.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { mediaRoutes } from './media-routes.ts';
import { createMediaService, type MediaService } from './media-service.ts';

export type Media = MediaService & { operations: Operation[] };

export function createMedia({ publicUrl, ...deps }: { db: Db; storage: Storage; publicUrl: string }): Media {
  const media = createMediaService(deps);
  return { ...media, operations: mediaRoutes({ media, publicUrl }) };
}
