import { afterAll, beforeAll, vi } from 'vitest';

/**
 * For test files that count statements, or see views that are not yet ranked: the application does nothing by itself every few
 * seconds. To be called before the hook that creates the app.
 */
export function withoutIntervals(): void {
  beforeAll(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterAll(() => void vi.useRealTimers());
}
