import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGate } from './gate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const gate = () => createGate({ limit: 2, queueLimit: 1, waitMs: 200 });

describe('createGate', () => {
  it('admits callers up to the limit, queues one more, and rejects the rest with Retry-After', async () => {
    const { enter } = gate();
    const leave = await enter();
    await enter();
    const waiting = enter();
    await expect(enter()).rejects.toMatchObject({
      kind: 'unavailable',
      details: { retryAfterSeconds: expect.any(Number) },
    });
    leave();
    await expect(waiting).resolves.toBeTypeOf('function');
  });

  it('rejects a queued caller after the maximum wait', async () => {
    const { enter } = gate();
    const leave = await enter();
    await enter();
    const waiting = expect(enter()).rejects.toMatchObject({ kind: 'unavailable' });
    await vi.advanceTimersByTimeAsync(200);
    await waiting;
    leave();
    await expect(enter()).resolves.toBeTypeOf('function');
  });

  it('releases a slot once when it is released twice', async () => {
    const { enter } = gate();
    const leave = await enter();
    await enter();
    leave();
    leave();
    await enter();
    const fourth = expect(enter()).rejects.toMatchObject({ kind: 'unavailable' });
    await vi.advanceTimersByTimeAsync(200);
    await fourth;
  });

  it('releases the slot when the work fails', async () => {
    const { run, enter } = gate();
    for (let round = 0; round < 5; round += 1)
      await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await enter();
    await enter();
  });
});
