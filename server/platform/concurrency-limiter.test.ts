import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const createLimiter = () => createConcurrencyLimiter({ limit: 2, queueLimit: 1, waitMs: 200 });

describe('createConcurrencyLimiter', () => {
  it('admits callers up to the limit, queues one more, and rejects the rest with Retry-After', async () => {
    const { acquire } = createLimiter();
    const release = await acquire();
    await acquire();
    const waiting = acquire();
    await expect(acquire()).rejects.toMatchObject({
      kind: 'unavailable',
      details: { retryAfterSeconds: expect.any(Number) },
    });
    release();
    await expect(waiting).resolves.toBeTypeOf('function');
  });

  it('rejects a queued caller after the maximum wait', async () => {
    const { acquire } = createLimiter();
    const release = await acquire();
    await acquire();
    const waiting = expect(acquire()).rejects.toMatchObject({ kind: 'unavailable' });
    await vi.advanceTimersByTimeAsync(200);
    await waiting;
    release();
    await expect(acquire()).resolves.toBeTypeOf('function');
  });

  it('releases a slot once when it is released twice', async () => {
    const { acquire } = createLimiter();
    const release = await acquire();
    await acquire();
    release();
    release();
    await acquire();
    const fourth = expect(acquire()).rejects.toMatchObject({ kind: 'unavailable' });
    await vi.advanceTimersByTimeAsync(200);
    await fourth;
  });

  it('releases the slot when the work fails', async () => {
    const { run, acquire } = createLimiter();
    for (let round = 0; round < 5; round += 1)
      await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await acquire();
    await acquire();
  });
});
