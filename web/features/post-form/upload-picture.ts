import { getBrowser } from '#web/api/browser.ts';
import { describeFailure } from '#web/api/catalogue.ts';
import { ApiError } from '#web/api/client.ts';
import { imageProblem } from '#web/api/image-file.ts';
import { newRequestKey } from '#web/api/request-key.ts';

type Options = { onProgress: (fraction: number) => void; signal: AbortSignal };

/** A file that is sent once more is the same picture to the server. */
const keys = new WeakMap<File, string>();
/** The editor says beside the picture why it failed: no toast besides. */
const quiet = [0, 400, 409, 413, 415, 429, 500, 503, 507];

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
