import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/client.ts';
import { describeFailure } from '#web/api/error-messages.ts';
import { createIdempotencyKey } from '#web/api/idempotency-key.ts';
import { imageProblem } from '#web/forms/image-file.ts';
import type { Picture } from './post-fields.ts';

type UploadOptions = { onProgress: (fraction: number) => void; signal: AbortSignal };

/** Idempotency keys by file: a repeated upload of a file is the same image for the server. */
const idempotencyKeys = new WeakMap<File, string>();
/** The editor shows upload errors itself, so these statuses show no toast. */
const suppressToastFor = [0, 400, 409, 413, 415, 429, 500, 503, 507];

/** The URLs of uploaded covers; null for a failed upload. */
const coverUrls = new WeakMap<File, Promise<string | null>>();

/**
 * Uploads the cover of a draft, once for each file. Returns null when the upload fails: then the file stays on this
 * device and is sent with the post.
 */
export function uploadCover(file: File): Promise<string | null> {
  const uploaded =
    coverUrls.get(file) ??
    uploadImage(file, { onProgress: () => undefined, signal: new AbortController().signal }).then(
      ({ url }) => url,
      () => null,
    );
  coverUrls.set(file, uploaded);
  return uploaded;
}

/** The cover to send with the post: its URL when it is already uploaded, else the file. */
export async function coverToSend(picture: Picture): Promise<Picture> {
  const uploaded = picture instanceof File ? await coverUrls.get(picture) : null;
  return uploaded ?? picture;
}

/**
 * Stores an image of a text, a file or one of another site, and returns its path. Rejects with an Error whose message is for
 * the author.
 */
export async function uploadImage(picture: File | string, options: UploadOptions): Promise<{ url: string }> {
  const problem = typeof picture === 'string' ? null : imageProblem(picture);
  if (problem !== null) throw new Error(problem);
  try {
    const uploaded = await (typeof picture === 'string'
      ? fetchImage(picture, options)
      : uploadFile(picture, options));
    // Images of the site are stored without its host, so that they survive a change of the host.
    return { url: new URL(uploaded.url).pathname };
  } catch (error) {
    throw error instanceof ApiError ? new Error(describeFailure(error)) : error;
  }
}

function uploadFile(file: File, { onProgress, signal }: UploadOptions) {
  const key = idempotencyKeys.get(file) ?? createIdempotencyKey();
  idempotencyKeys.set(file, key);
  const headers = { 'idempotency-key': key };
  const body = { image: file };
  return getBrowserClient().api.call('uploadImage', { body, headers, signal, onProgress, suppressToastFor });
}

function fetchImage(url: string, { signal }: UploadOptions) {
  const headers = { 'idempotency-key': createIdempotencyKey() };
  return getBrowserClient().api.call('fetchImage', { body: { url }, headers, signal, suppressToastFor });
}
