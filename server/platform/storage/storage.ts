import { AppError } from '../errors.ts';

/** Where bytes of uploads live. Paths are ours (`ab/abcdef.webp`), never a caller's. */
export type Storage = {
  /** The file is there whole or not at all. Throws `storageUnavailable` when the place cannot be reached. */
  put(path: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Undefined for what is not there. */
  get(path: string): Promise<Uint8Array | undefined>;
  /** What is not there is removed already. */
  remove(path: string): Promise<void>;
  /** Every file, in any order; unfinished ones too. */
  list(): AsyncIterable<StoredFile>;
};

export type StoredFile = { path: string; modifiedAt: Date };

/** 503 that names the culprit: the rest of the site goes on (trust V7). */
export const storageUnavailable = () =>
  new AppError('unavailable', { message: { key: 'media.storageUnavailable' }, retryAfterSeconds: 10 });
