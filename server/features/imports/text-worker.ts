import type { Begun } from '#server/platform/limited-pool.ts';
import { type Problem, Refusal } from './problem.ts';
import { textReaders } from './text-readers.ts';

export type ReadTask = { reader: keyof typeof textReaders; args: unknown[] };
export type ReadResult = { value: unknown } | { problem: Problem };

/** The task of a worker; null for a text that is nested too deeply. */
export function read({ reader, args, begun }: ReadTask & Begun): ReadResult | null {
  Atomics.store(begun, 0, 1);
  try {
    return { value: (textReaders[reader] as (...given: unknown[]) => unknown)(...args) };
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.problem };
    if (error instanceof RangeError) return null;
    throw error;
  }
}
