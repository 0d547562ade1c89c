import { z } from 'zod';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import { type MediaService, variantsJob } from './media-service.ts';
import type { MediaSweep } from './media-sweep-service.ts';

const variants = z.object({ id: z.int() });

/** The background work of media. */
export function mediaJobs({ media, sweep }: { media: MediaService; sweep: MediaSweep }): JobHandler[] {
  return [
    { name: variantsJob, run: (payload) => media.makeVariants(variants.parse(payload).id) },
    { name: 'media.variants-missing', cron: '37 * * * *', atStart: true, run: media.orderMissing },
    { name: 'media.sweep', cron: '43 * * * *', run: sweep.sweepPictures },
    { name: 'media.sweep-files', cron: '53 3 * * *', run: sweep.sweepFiles },
  ];
}
