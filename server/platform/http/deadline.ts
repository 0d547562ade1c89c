import { unavailable } from '../errors.ts';

/** The client gives up after 10 s (specification 9); we answer well before. */
const requestDeadlineMs = 8_000;

/** The result of the work, or `unavailable` when it takes too long. The work itself is not stopped. */
export async function beforeDeadline<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable()), requestDeadlineMs);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
