import { Piscina } from 'piscina';
import { createGate } from '#server/platform/gate.ts';
import type { Variant } from '#server/platform/picture.ts';
import type { PictureKind } from './picture.ts';
import type { makeVariant, Refusal, TakenPicture, take, tintOf } from './picture-thread.ts';

const maxThreads = 2;
const idleThreadMs = 60_000;
const takeQueueLimit = 100;
/** A request that waits longer gets 503. */
const takeWaitMs = 3_000;

export type PictureEncoder = ReturnType<typeof createPictureEncoder>;

/**
 * Decodes and encodes pictures in worker threads, because one picture can take seconds and would block the event loop.
 * Two threads serve requests, one creates variants in the background.
 */
export function createPictureEncoder() {
  const answering = createPool(maxThreads);
  const making = createPool(1);
  const takers = createGate({ limit: maxThreads, queueLimit: takeQueueLimit, waitMs: takeWaitMs });
  let loading: Promise<unknown> | undefined;

  /** The main thread loads sharp first: the native library must stay loaded when worker threads start and end. */
  async function inThread(pool: Piscina, name: string, task: unknown) {
    loading ??= import('sharp');
    await loading;
    return pool.run(task, { name });
  }

  return {
    /** Throws `unavailable` if too many requests wait. */
    take: (bytes: Uint8Array, kind: PictureKind): Promise<TakenPicture | Refusal> =>
      takers.run(() => inThread(answering, 'take', { bytes, kind } satisfies Parameters<typeof take>[0])),
    makeVariant: (bytes: Uint8Array, variant: Variant): ReturnType<typeof makeVariant> =>
      inThread(making, 'makeVariant', { bytes, variant } satisfies Parameters<typeof makeVariant>[0]),
    tintOf: (bytes: Uint8Array): ReturnType<typeof tintOf> => inThread(making, 'tintOf', bytes),
    close: async () => void (await Promise.all([answering.destroy(), making.destroy()])),
  };
}

const createPool = (threads: number) =>
  new Piscina({
    filename: new URL('./picture-thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleThreadMs,
    atomics: 'disabled',
  });
