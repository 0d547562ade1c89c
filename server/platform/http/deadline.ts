import { deadlines } from '../deadlines.ts';
import { unavailable } from '../errors.ts';

/** Resolves to the result of the work, or throws `unavailable` after the deadline. The work itself is not stopped. */
export async function withDeadline<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable()), deadlines.request);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
