import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beforeDeadline } from './deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const answerAfter = (ms: number) => new Promise<string>((done) => setTimeout(() => done('answer'), ms));

it('rejects after eight seconds, two before the time-out of clients', async () => {
  const inTime = beforeDeadline(answerAfter(7_999));
  const tooLate = expect(beforeDeadline(answerAfter(8_001))).rejects.toMatchObject({ kind: 'unavailable' });
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await inTime).toBe('answer');
  await tooLate;
  await vi.runAllTimersAsync();
  expect(vi.getTimerCount()).toBe(0);
});
