import type { AbandonedJobs, LockHolder } from './abandoned-jobs.ts';
import type { JobRunner } from './job-runner.ts';
import { workerTimings } from './timings.ts';

/**
 * Checks once which runners have locked jobs. A runner whose lock was free at every check for the grace period is dead, and
 * its jobs are released. The advisory locks say nothing about runners of this process: such a runner is replaced when
 * it has locked a job for as long without running it, which happens when the response that assigned the job was lost
 * with a connection.
 */
export function createAbandonedJobsCheck(abandoned: AbandonedJobs, runners: JobRunner[]) {
  /** Time of the first check since which a problem has persisted. */
  let firstSeen = new Map<string, number>();

  return async function check(minAgeMs = workerTimings.grace): Promise<void> {
    const now = performance.now();
    const seen = new Map<string, number>();
    const hasPersisted = (key: string) => {
      const since = firstSeen.get(key) ?? now;
      seen.set(key, since);
      return now - since >= minAgeMs;
    };
    const dead: string[] = [];
    for (const holder of await abandoned.lockHolders()) {
      const runner = runners.find((each) => each.ownLocks().has(holder.workerId));
      if (!runner) {
        if (holder.isFree && hasPersisted(holder.workerId)) dead.push(holder.workerId);
      } else if (
        idleLocksOf(holder, runner)
          .map((lock) => hasPersisted(`${holder.workerId} ${lock}`))
          .some(Boolean)
      )
        runner.replace('it has locked a job that it does not run');
    }
    firstSeen = seen;
    if (dead.length > 0) await abandoned.releaseFree(dead);
  };
}

function idleLocksOf({ workerId, locked }: LockHolder, runner: JobRunner): string[] {
  const running = runner.ownLocks().get(workerId);
  return locked.filter((lock) => !running?.has(lock));
}
