import { deadlines } from '#server/platform/deadlines.ts';
import { processLimits, restartPauses } from '#server/platform/process-limits.ts';

/**
 * Imported before the server wherever tests run it: a busy machine does not reach its deadlines. Tests about one of them
 * shorten it with `setDeadlines`.
 */
for (const limits of [deadlines, processLimits] as Array<Record<string, number>>)
  for (const [name, limit] of Object.entries(limits)) limits[name] = 20 * limit;

/** For a site that a test starts (`launchSite`). */
const { TEST_LIMITS: changes = '{}' } = process.env;
Object.assign(processLimits, JSON.parse(changes).limits);
Object.assign(restartPauses, JSON.parse(changes).pauses);
