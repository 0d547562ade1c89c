import { z } from 'zod';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import type { MediaSweep } from './media-sweep-service.ts';
import { type VariantService, variantsJob } from './variant-service.ts';

const variantsPayload = z.object({ id: z.int() });

/** The background jobs of media. */
export function mediaJobs({
  variants,
  sweep,
}: {
  variants: VariantService;
  sweep: MediaSweep;
}): JobHandler[] {
  return [
    {
      name: variantsJob,
      jobClass: 'heavy',
      run: (payload) => variants.makeVariants(variantsPayload.parse(payload).id),
    },
    {
      name: 'media.variants-missing',
      jobClass: 'heavy',
      cron: '37 * * * *',
      atStart: true,
      run: variants.queueMissingVariants,
    },
    { name: 'media.sweep', jobClass: 'heavy', cron: '43 * * * *', run: sweep.sweepPictures },
    { name: 'media.sweep-files', jobClass: 'heavy', cron: '53 3 * * *', run: sweep.sweepFiles },
  ];
}
