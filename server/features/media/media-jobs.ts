import { z } from 'zod';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import { type MediaService, variantsJob } from './media-service.ts';
import type { MediaSweep } from './media-sweep-service.ts';

const variantsPayload = z.object({ id: z.int() });

/** The background jobs of media. */
export function mediaJobs({ media, sweep }: { media: MediaService; sweep: MediaSweep }): JobHandler[] {
  return [
    {
      name: variantsJob,
      jobClass: 'heavy',
      run: (payload) => media.makeVariants(variantsPayload.parse(payload).id),
    },
    {
      name: 'media.variants-missing',
      jobClass: 'heavy',
      cron: '37 * * * *',
      atStart: true,
      run: media.queueMissingVariants,
    },
    { name: 'media.sweep', jobClass: 'heavy', cron: '43 * * * *', run: sweep.sweepPictures },
    { name: 'media.sweep-files', jobClass: 'heavy', cron: '53 3 * * *', run: sweep.sweepFiles },
  ];
}
