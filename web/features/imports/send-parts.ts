import type { ImportUpload } from '#contract/imports.ts';
import { ApiError } from '#web/api/error.ts';

type Options = {
  file: Blob;
  /** The largest part that the server takes. */
  maxBytes: number;
  send: (offset: number, part: Blob) => Promise<ImportUpload>;
  onProgress: (received: number) => void;
  signal: AbortSignal;
  /** For tests. */
  clock?: { now: () => number; sleep: (ms: number) => Promise<void> };
};

const kibibyte = 1024;
const firstBytes = 1024 * kibibyte;
const minBytes = 256 * kibibyte;
/** A part that took less is followed by a larger one: slow connections send small parts within the deadline. */
const quickMs = 3_000;
const maxFailures = 6;
const firstPauseMs = 1_000;

const systemClock = {
  now: () => performance.now(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};

/** Sends a file in parts. A part that did not arrive is repeated, so that a lost connection costs little. */
export async function sendParts(options: Options): Promise<void> {
  const { file, maxBytes, send, onProgress, signal, clock = systemClock } = options;
  let offset = 0;
  let size = Math.min(firstBytes, maxBytes);
  let failures = 0;
  while (offset < file.size) {
    signal.throwIfAborted();
    const startedAt = clock.now();
    try {
      ({ received: offset } = await send(offset, file.slice(offset, offset + size)));
      failures = 0;
      onProgress(offset);
      if (clock.now() - startedAt < quickMs) size = Math.min(size * 2, maxBytes);
    } catch (error) {
      failures += 1;
      if (!mayPass(error) || failures > maxFailures) throw error;
      size = Math.max(size / 2, Math.min(minBytes, maxBytes));
      await clock.sleep(firstPauseMs * 2 ** (failures - 1));
    }
  }
}

/** Without a response, after a slow body, and under load the same part may pass later. */
const mayPass = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.failure !== 'aborted' &&
  (error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500);
