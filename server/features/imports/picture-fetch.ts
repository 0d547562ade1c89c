import { AppError } from '#server/platform/errors.ts';
import { type FetchPictureOptions, fetchPicture as fetchFromWeb } from '#server/platform/fetch-picture.ts';
import { Refusal } from './problem.ts';

export { isPublicAddress } from '#server/platform/fetch-picture.ts';

/** The bytes behind a URL of the web, in several attempts. Throws Refusal with the reason in a line. */
export async function fetchPicture(address: string, options: FetchPictureOptions = {}): Promise<Uint8Array> {
  try {
    return await fetchFromWeb(address, { attempts: 3, ...options });
  } catch (error) {
    const [problem] = (error instanceof AppError && error.details.fields?.image) || [];
    throw problem ? new Refusal(problem) : error;
  }
}
