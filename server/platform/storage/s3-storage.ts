import { deadlines } from '../deadlines.ts';
import type { Log } from '../log.ts';
import { openBucket, type S3Settings } from './bucket.ts';
import { type Storage, storageUnavailable } from './storage.ts';

/** One retry: a lost connection is more common than an unavailable service. */
const retries = 1;

/** The pictures in a bucket. */
export function createS3Storage({ log, ...settings }: S3Settings & { log: Log }): Storage {
  const bucket = openBucket({ ...settings, timeoutMs: deadlines.storage, retries });

  /** Responses other than 404 and network errors throw `storageUnavailable`. */
  async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      log.error({ err: error }, 'the picture storage is unavailable');
      throw storageUnavailable();
    }
  }

  return {
    async put(path, bytes, contentType) {
      const body = new Uint8Array(bytes);
      const headers = { 'content-type': contentType, 'content-length': String(body.length) };
      const response = await attempt(() => bucket.send(path, { method: 'PUT', body, headers }));
      if (!response) throw storageUnavailable();
    },
    get: (path) =>
      attempt(async () => {
        const response = await bucket.send(path);
        return response && new Uint8Array(await response.arrayBuffer());
      }),
    async remove(path) {
      await attempt(() => bucket.send(path, { method: 'DELETE' }));
    },
    async *list() {
      const files = bucket.list();
      for (let next = await attempt(() => files.next()); !next.done; next = await attempt(() => files.next()))
        yield next.value;
    },
  };
}
