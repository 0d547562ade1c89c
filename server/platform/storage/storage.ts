import { AppError } from '../errors.ts';

/** Storage of uploaded files. The server generates the paths (`ab/abcdef.webp`); a caller never chooses one. */
export type Storage = {
  /** Stores a file atomically. Throws `storageUnavailable` if the storage cannot be reached. */
  put(path: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Undefined for a missing file. */
  get(path: string): Promise<Uint8Array | undefined>;
  /** Succeeds for a missing file. */
  remove(path: string): Promise<void>;
  /** All files in any order, including temporary ones. */
  list(): AsyncIterable<StoredFile>;
};

export type StoredFile = { path: string; modifiedAt: Date };

/** 503 with its own message: only pictures are affected, and reading and writing posts go on. */
export const storageUnavailable = () =>
  new AppError('unavailable', { message: { key: 'media.storageUnavailable' }, retryAfterSeconds: 10 });
