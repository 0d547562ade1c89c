import { deadlines } from '#server/platform/deadlines.ts';
import { AppError, invalidFields } from '#server/platform/errors.ts';
import { createFairQueue } from '#server/platform/fair-queue.ts';
import { type FetchPicture, fetchPicture as fetchFromWeb } from '#server/platform/fetch-picture.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';

/** Slow servers of others occupy only a part of the slots for writes. */
const queueLimits = { slots: 8, largeCost: 1, queueLimit: 16, accountQueueLimit: 4 };

export type RemotePictureService = ReturnType<typeof createRemotePictureService>;
type Deps = {
  limits: Pick<RateLimits, 'take'>;
  fetchPicture?: FetchPicture | undefined;
};

/** Fetches pictures from other sites, one at a time for each account. */
export function createRemotePictureService({ limits, fetchPicture = fetchFromWeb }: Deps) {
  const queue = createFairQueue({ ...queueLimits, waitMs: deadlines.thread });

  async function fetch(accountId: number, url: string): Promise<Uint8Array> {
    await limits.take('remotePicture', accountId);
    try {
      return await queue.run({ account: String(accountId), cost: 1 }, () =>
        fetchPicture(url, { timeoutMs: deadlines.remotePicture }),
      );
    } catch (error) {
      throw isUnreachable(error) ? invalidFields({ image: 'media.unreachable' }) : error;
    }
  }

  return { fetch };
}

/** Its reason, a code or a status, is for operators. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof AppError &&
  error.details.fields?.image?.some(({ key }) => key === 'imports.pictureUnreachable') === true;
