import sharp from 'sharp';
import type { FetchPicture } from '#server/platform/fetch-picture.ts';

/** A picture for every address, without a request. */
export const fetchTestPicture: FetchPicture = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: 'navy' } })
    .jpeg()
    .toBuffer();
