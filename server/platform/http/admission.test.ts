import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setDeadlines } from '#tests/support/set-deadlines.ts';
import { createAdmission } from './admission.ts';
import { withDeadline } from './deadline.ts';

let restore: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  restore = setDeadlines({ admission: 200, request: 8_000 });
});
afterEach(() => {
  restore();
  vi.useRealTimers();
});

const unavailable = { kind: 'unavailable' };

it('holds the slot of a request after its deadline until its work ends', async () => {
  const admission = createAdmission({ critical: 1, read: 1, search: 1, write: 1, card: 1, page: 1 });
  const finishLater = () => new Promise<void>((resolve) => setTimeout(resolve, 20_000));
  const late = expect(withDeadline(admission.run('write', finishLater))).rejects.toMatchObject(unavailable);
  await vi.advanceTimersByTimeAsync(10_000);
  await late;
  const rejected = expect(admission.run('write', async () => 'done')).rejects.toMatchObject(unavailable);
  await vi.advanceTimersByTimeAsync(1_000);
  await rejected;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await admission.run('write', async () => 'done')).toBe('done');
});
