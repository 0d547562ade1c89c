import type { Readable, Writable } from 'node:stream';

export type StoredObject = { name: string; bytes: number };

/** Where backups are: a folder or a bucket. Names are relative to it and may contain slashes. */
export type BackupStore = {
  /** As the operator names it. */
  location: string;
  /** All objects whose names begin with the prefix, which is empty or ends with a slash. In any order. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Undefined for a missing object. */
  get(name: string): Promise<Buffer | undefined>;
  /** Stores a small object atomically; replaces an existing one. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Succeeds for a missing object. */
  remove(name: string): Promise<void>;
  /** Reads a large object. Throws BackupError if it does not exist. */
  open(name: string): Promise<{ stream: Readable; bytes: number }>;
  /** Writes a large object, which has its name only when it is complete. Never replaces one. */
  write(name: string): ObjectWriter;
};

export type ObjectWriter = {
  stream: Writable;
  /** Call it when the stream has finished. */
  finish(): Promise<void>;
  /** Removes the unfinished object. */
  abort(): Promise<void>;
};
