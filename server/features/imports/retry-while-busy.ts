import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#server/platform/errors.ts';

const maxPauseMs = 16_000;

/** An article is not left out because the site is busy with its readers: pauses grow to a quarter of a minute. */
export async function retryWhileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let pauseMs = 250; ; pauseMs *= 2) {
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof AppError && error.kind === 'unavailable';
      if (!isBusy || pauseMs > maxPauseMs) throw error;
      await sleep(pauseMs);
    }
  }
}
