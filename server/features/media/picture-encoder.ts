import { Piscina } from 'piscina';
import { createConcurrencyLimiter } from '#server/platform/concurrency-limiter.ts';
import { deadlines } from '#server/platform/deadlines.ts';
import type { Variant } from '#server/platform/picture.ts';
import type {
  EncodedPicture,
  makeVariant,
  RefusalReason,
  tintOf,
  Upload,
  UploadTask,
} from './image-worker.ts';

const maxThreads = 2;
const idleThreadMs = 60_000;
const uploadQueueLimit = 100;

export type PictureEncoder = ReturnType<typeof createPictureEncoder>;

/**
 * Decodes and encodes pictures in worker threads, because one picture can take seconds and would block the event loop.
 * Two threads serve requests, one creates variants in the background.
 */
export function createPictureEncoder() {
  const requestPool = createPool(maxThreads);
  const backgroundPool = createPool(1);
  const uploadLimiter = createConcurrencyLimiter({
    limit: maxThreads,
    queueLimit: uploadQueueLimit,
    waitMs: deadlines.thread,
  });
  let loading: Promise<unknown> | undefined;

  /** The main thread loads sharp first: the native library must stay loaded when worker threads start and end. */
  async function runInWorker(pool: Piscina, name: string, task: unknown) {
    loading ??= import('sharp');
    await loading;
    return pool.run(task, { name });
  }

  return {
    /** Throws `unavailable` if too many requests wait. */
    encodeUpload: (upload: Upload): Promise<EncodedPicture | RefusalReason> =>
      uploadLimiter.run(() =>
        runInWorker(requestPool, 'encodeUpload', {
          ...upload,
          timeoutSeconds: Math.ceil(deadlines.picture / 1_000),
        } satisfies UploadTask),
      ),
    makeVariant: (bytes: Uint8Array, variant: Variant): ReturnType<typeof makeVariant> =>
      runInWorker(backgroundPool, 'makeVariant', { bytes, variant } satisfies Parameters<
        typeof makeVariant
      >[0]),
    tintOf: (bytes: Uint8Array): ReturnType<typeof tintOf> => runInWorker(backgroundPool, 'tintOf', bytes),
    close: async () => void (await Promise.all([requestPool.destroy(), backgroundPool.destroy()])),
  };
}

const createPool = (threads: number) =>
  new Piscina({
    filename: new URL('./image-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleThreadMs,
    atomics: 'disabled',
  });
