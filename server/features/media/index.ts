import type { QuotaClaims } from '#server/features/quotas/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { FetchPicture } from '#server/platform/fetch-picture.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import type { JobHandler, Jobs } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/log.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { mediaJobs } from './media-jobs.ts';
import { mediaRoutes } from './media-routes.ts';
import { createMediaService, type MediaPorts, type MediaService } from './media-service.ts';
import { createMediaSweep } from './media-sweep-service.ts';
import { getFilePaths } from './picture.ts';
import { createPictureEncoder } from './picture-encoder.ts';
import { createRemotePictureService } from './remote-picture-service.ts';
import { createUploadService, type UploadService } from './upload-service.ts';
import { createVariantService } from './variant-service.ts';

export { getFilePaths };

export type Media = Pick<UploadService, 'save'> &
  Pick<MediaService, 'findByPaths' | 'removeUnused' | 'removeOfOwner'> & {
    operations: Operation[];
    jobs: JobHandler[];
    /** Call it before the job worker stops, because the worker waits for its jobs. */
    stop(): void;
    close(): Promise<void>;
  };

type Deps = {
  db: Db;
  clock: Clock;
  log: Log;
  storage: Storage;
  jobs: Jobs;
  ports: MediaPorts;
  quotas: Pick<QuotaClaims, 'check' | 'claim'>;
  publicUrl: string;
  limits: RateLimits;
  /** Replaces requests to other sites in tests. */
  fetchPicture?: FetchPicture | undefined;
};

export function createMedia({ publicUrl, ...deps }: Deps): Media {
  const encoder = createPictureEncoder();
  const variants = createVariantService({ ...deps, encoder });
  const uploads = createUploadService({ ...deps, encoder, variants });
  const media = createMediaService(deps);
  const pictures = createRemotePictureService(deps);
  const sweep = createMediaSweep({ ...deps, media });
  return {
    save: uploads.save,
    findByPaths: media.findByPaths,
    removeUnused: media.removeUnused,
    removeOfOwner: media.removeOfOwner,
    operations: mediaRoutes({ media, uploads, pictures, publicUrl }),
    jobs: mediaJobs({ variants, sweep }),
    stop: variants.stop,
    close: encoder.close,
  };
}
