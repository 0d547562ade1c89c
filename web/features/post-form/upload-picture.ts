import { getBrowser } from '#web/api/browser.ts';
import { describeFailure } from '#web/api/catalogue.ts';
import { ApiError } from '#web/api/client.ts';
import { imageProblem } from '#web/api/image-file.ts';
import { newRequestKey } from '#web/api/request-key.ts';
import type { Picture } from './post-fields.ts';

type Options = { onProgress: (fraction: number) => void; signal: AbortSignal };

/** Idempotency keys by file: a repeated upload of a file is the same image for the server. */
const keys = new WeakMap<File, string>();
/** The editor shows upload errors itself, so these statuses show no toast. */
const quiet = [0, 400, 409, 413, 415, 429, 500, 503, 507];

/** The URLs of uploaded covers; null for a failed upload. */
const covers = new WeakMap<File, Promise<string | null>>();

/**
 * Uploads the cover of a draft, once for each file. Returns null when the upload fails: then the file stays on this
 * device and is sent with the post.
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

/** The cover to send with the post: its URL when it is already uploaded, else the file. */
export async function coverToSend(picture: Picture): Promise<Picture> {
  const kept = picture instanceof File ? await covers.get(picture) : null;
  return kept ?? picture;
}

/** Uploads an image of a text and returns its path. Rejects with an Error whose message is for the author. */
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
    // Images of the site are stored without its host, so that they survive a change of the host.
    return { url: new URL(kept.url).pathname };
  } catch (error) {
    throw error instanceof ApiError ? new Error(describeFailure(error)) : error;
  }
}
