import type { AbandonedJobs, LockHolder } from './abandoned-jobs.ts';
import type { JobRunner } from './job-runner.ts';

/** Longer than a runner that has lost its lock takes to give up its id (`fenceAfterMs` in job-runner.ts). */
const graceMs = 15_000;

/**
 * One look at who has jobs locked. A runner whose lock was free at every look for `graceMs` is dead, and its jobs are
 * released. Of the process's own runners, whose locks say nothing here, one is replaced that has something locked for as
 * long without working on it: the queue gave it a job, and the answer was lost with a connection.
 */
export function createAbandonedJobsCheck(abandoned: AbandonedJobs, runners: JobRunner[]) {
  /** Since when something has looked wrong at every look. */
  let suspects = new Map<string, number>();

  return async function check(patienceMs = graceMs): Promise<void> {
    const now = performance.now();
    const seen = new Map<string, number>();
    const isOver = (key: string) => {
      const since = suspects.get(key) ?? now;
      seen.set(key, since);
      return now - since >= patienceMs;
    };
    const dead: string[] = [];
    for (const holder of await abandoned.lockHolders()) {
      const runner = runners.find((each) => each.owned().has(holder.workerId));
      if (!runner) {
        if (holder.isFree && isOver(holder.workerId)) dead.push(holder.workerId);
      } else if (
        idleLocksOf(holder, runner)
          .map((lock) => isOver(`${holder.workerId} ${lock}`))
          .some(Boolean)
      )
        runner.replace('it has something locked that it does not work on');
    }
    suspects = seen;
    if (dead.length > 0) await abandoned.releaseFree(dead);
  };
}

function idleLocksOf({ workerId, locked }: LockHolder, runner: JobRunner): string[] {
  const running = runner.owned().get(workerId);
  return locked.filter((lock) => !running?.has(lock));
}
