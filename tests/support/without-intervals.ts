import { afterAll, beforeAll, vi } from 'vitest';

/**
 * For test files that count statements: what the application does every few seconds sends none meanwhile. To be called before
 * the hook that creates the app.
 */
export function withoutIntervals(): void {
  beforeAll(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterAll(() => void vi.useRealTimers());
}
