import { deadlines } from '#server/platform/deadlines.ts';

/**
 * Imported before the server wherever tests run it: a busy machine does not reach its deadlines. Tests about one of them
 * shorten it with `setDeadlines`.
 */
for (const name of Object.keys(deadlines) as Array<keyof typeof deadlines>) deadlines[name] *= 20;
