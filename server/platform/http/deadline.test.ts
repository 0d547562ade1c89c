import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setDeadlines } from '#tests/support/set-deadlines.ts';
import { withDeadline } from './deadline.ts';

let restore: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  restore = setDeadlines({ request: 8_000 });
});
afterEach(() => {
  restore();
  vi.useRealTimers();
});

const resolveAfter = (ms: number) => new Promise<string>((done) => setTimeout(() => done('answer'), ms));

it('rejects after eight seconds, two before the time-out of clients', async () => {
  const inTime = withDeadline(resolveAfter(7_999));
  const afterDeadline = expect(withDeadline(resolveAfter(8_001))).rejects.toMatchObject({
    kind: 'unavailable',
  });
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await inTime).toBe('answer');
  await afterDeadline;
  await vi.runAllTimersAsync();
  expect(vi.getTimerCount()).toBe(0);
});
