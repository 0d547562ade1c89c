import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFairQueue, type FairQueueLimits } from './fair-queue.ts';

const limits: FairQueueLimits = {
  slots: 2,
  largeCost: 10,
  queueLimit: 12,
  accountQueueLimit: 3,
  waitMs: 1_000,
};
const one: FairQueueLimits = { ...limits, slots: 1 };

/** A queue whose jobs end when the test calls `end`; `begun` lists the started jobs in order. */
function setUp(settings = limits) {
  const queue = createFairQueue(settings);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const send = (account: string, name: string, cost = 1) => {
    const result = queue.run({ account, cost }, () => {
      started.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
    result.catch(() => undefined);
    return result;
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { started, send, end };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settled = () => vi.advanceTimersByTimeAsync(0);

describe('createFairQueue', () => {
  it('returns the result of the work and rethrows its error', async () => {
    const queue = createFairQueue(limits);
    expect(await queue.run({ account: 'a', cost: 1 }, async () => 7)).toBe(7);
    await expect(queue.run({ account: 'a', cost: 1 }, () => Promise.reject(new Error('x')))).rejects.toThrow(
      'x',
    );
    expect(await queue.run({ account: 'a', cost: 1 }, async () => 8)).toBe(8);
  });

  it('runs one job of an account at a time', async () => {
    const { started, send, end } = setUp();
    for (const name of ['a1', 'a2', 'a3']) send('a', name);
    await settled();
    expect(started).toEqual(['a1']);
    await end('a1');
    expect(started).toEqual(['a1', 'a2']);
  });

  it('serves an account with few jobs before accounts with many', async () => {
    const { started, send, end } = setUp(one);
    for (const account of ['a', 'b', 'c']) for (const turn of [1, 2, 3]) send(account, account + turn, 5);
    await settled();
    await end('a1');
    send('honest', 'honest', 1);
    await end('b1');
    await end('c1');
    expect(started).toEqual(['a1', 'b1', 'c1', 'honest']);
  });

  it('shares by cost: runs three small jobs of one account for one large job of another', async () => {
    const { started, send, end } = setUp(one);
    for (const turn of [1, 2, 3]) send('large', `large${turn}`, 3);
    for (const turn of [1, 2, 3]) send('small', `small${turn}`, 1);
    for (const name of ['large1', 'small1', 'small2', 'small3']) {
      await settled();
      await end(name);
    }
    expect(started.slice(0, 5)).toEqual(['large1', 'small1', 'small2', 'small3', 'large2']);
  });

  it('reserves the last slot for small jobs', async () => {
    const { started, send } = setUp();
    for (const account of ['a', 'b', 'c', 'd', 'e', 'f']) send(account, account, 11);
    await settled();
    expect(started).toEqual(['a']);
    send('honest', 'honest', 10);
    await settled();
    expect(started).toEqual(['a', 'honest']);
  });

  it('runs large jobs when there is only one slot', async () => {
    const { started, send } = setUp(one);
    send('a', 'a', 100);
    await settled();
    expect(started).toEqual(['a']);
  });

  it('returns 429 to an account with too many waiting jobs, and to no other', async () => {
    const { started, send } = setUp();
    for (const name of ['a1', 'a2', 'a3', 'a4']) send('a', name);
    await expect(send('a', 'a5')).rejects.toMatchObject({ kind: 'tooManyRequests' });
    send('b', 'b1');
    await settled();
    expect(started).toEqual(['a1', 'b1']);
  });

  it('returns 503 to the account with the largest share when the queue is full', async () => {
    const { started, send, end } = setUp({ ...one, queueLimit: 4 });
    send('a', 'a1', 5);
    const last = [send('a', 'a2', 5), send('a', 'a3', 5), send('b', 'b1', 5), send('b', 'b2', 5)][1];
    await settled();
    send('honest', 'honest');
    await expect(last).rejects.toMatchObject({ kind: 'unavailable' });
    await end('a1');
    await end('b1');
    expect(started).toEqual(['a1', 'b1', 'honest']);
  });

  it('returns 503 for a job that has waited too long', async () => {
    const { started, send, end } = setUp(one);
    send('a', 'a1');
    const waiting = send('b', 'b1');
    await vi.advanceTimersByTimeAsync(limits.waitMs);
    await expect(waiting).rejects.toMatchObject({ kind: 'unavailable' });
    await end('a1');
    expect(started).toEqual(['a1']);
  });

  it('holds the slot of an account until the work ends, even if the caller stopped waiting', async () => {
    const { started, send, end } = setUp();
    const first = send('a', 'a1');
    await Promise.race([first, settled()]);
    send('a', 'a2');
    await settled();
    expect(started).toEqual(['a1']);
    await end('a1');
    expect(started).toEqual(['a1', 'a2']);
  });
});
