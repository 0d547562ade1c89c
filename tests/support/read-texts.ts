import { type ReadSource, textReaders } from '#server/features/imports/text-readers.ts';

/** Reads texts of sources without a worker. */
export const readHere = (async (name, ...args) =>
  (textReaders[name] as (...given: unknown[]) => unknown)(...args)) as ReadSource;
