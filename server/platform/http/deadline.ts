import { unavailable } from '../errors.ts';

/** Clients give up after 10 s; the response must come well before. */
const requestDeadlineMs = 8_000;

/** Resolves to the result of the work, or throws `unavailable` after the deadline. The work itself is not stopped. */
export async function withDeadline<Result>(work: Promise<Result>): Promise<Result> {
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
