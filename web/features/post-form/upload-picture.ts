import { getBrowser } from '#web/api/browser.ts';
import { describeFailure } from '#web/api/catalogue.ts';
import { ApiError } from '#web/api/client.ts';
import { imageProblem } from '#web/api/image-file.ts';
import { newRequestKey } from '#web/api/request-key.ts';
import type { Picture } from './post-fields.ts';

type Options = { onProgress: (fraction: number) => void; signal: AbortSignal };

/** A file that is sent once more is the same picture to the server. */
const keys = new WeakMap<File, string>();
/** The editor says beside the picture why it failed: no toast besides. */
const quiet = [0, 400, 409, 413, 415, 429, 500, 503, 507];

/** Where chosen covers are kept on the site; null for one that could not be uploaded. */
const covers = new WeakMap<File, Promise<string | null>>();

/**
 * Keeps the cover of a text that is being written on the site, once for each file; null where that fails: then the file
 * is on this device only, and goes with the post itself.
 */
export function keepCover(file: File): Promise<string | null> {
  const kept =
    covers.get(file) ??
    uploadPicture(file, { onProgress: () => undefined, signal: new AbortController().signal }).then(
      ({ url }) => url,
      () => null,
    );
  covers.set(file, kept);
  return kept;
}

/** A cover as it is sent: by its address where the site has it already. */
export async function coverToSend(picture: Picture): Promise<Picture> {
  const kept = picture instanceof File ? await covers.get(picture) : null;
  return kept ?? picture;
}

/** Keeps a picture of a text on the site and tells its path there; what goes wrong is told in an Error's words. */
export async function uploadPicture(file: File, { onProgress, signal }: Options): Promise<{ url: string }> {
  const problem = imageProblem(file);
  if (problem !== null) throw new Error(problem);
  const key = keys.get(file) ?? newRequestKey();
  keys.set(file, key);
  try {
    const headers = { 'idempotency-key': key };
    const kept = await getBrowser().api.call('uploadImage', {
      body: { image: file },
      headers,
      signal,
      onProgress,
      quiet,
    });
    // Pictures of the site itself are written without its host: they move with it.
    return { url: new URL(kept.url).pathname };
  } catch (error) {
    throw error instanceof ApiError ? new Error(describeFailure(error)) : error;
  }
}
