import type { Sabotage } from '../sabotages.ts';

const jobs = 'server/platform/jobs';
const recovery = `${jobs}/worker-recovery.db.test.ts`;

/** Safeguards of jobs and of the connection to the database. */
export const jobSabotages: Sabotage[] = [
  {
    net: 'jobs: the end of a runner is not awaited for ever',
    file: `${jobs}/job-runner.ts`,
    from: 'await Promise.race([over, sleep(Math.max(0, giveUpAt - performance.now()), undefined, { ref: false })]);',
    to: 'await over; void giveUpAt;',
    project: 'db',
    testFile: recovery,
    test: 'two ends of jobs',
  },
  {
    net: 'jobs: only a runner whose lock is free is taken for dead',
    file: `${jobs}/abandoned-jobs.ts`,
    from: ' as id where pg_try_advisory_xact_lock(',
    to: ' as id where 0 <> (',
    project: 'db',
    testFile: recovery,
    test: 'merely slow',
  },
  {
    net: 'jobs: a runner takes no job before its lock is held',
    file: `${jobs}/job-runner.ts`,
    from: 'await locks.hold(worker.workerPool.id);',
    to: 'void locks.hold;',
    project: 'db',
    testFile: recovery,
    test: 'merely slow',
  },
  {
    net: 'jobs: a job that ends its process again and again fails',
    file: `${jobs}/abandoned-jobs.ts`,
    from: 'if (times > (maxInterruptionsOf(task) ?? Number.POSITIVE_INFINITY))',
    to: 'if (times > Number.POSITIVE_INFINITY + Number(maxInterruptionsOf(task)))',
    project: 'db',
    testFile: recovery,
    test: 'fail for good',
  },
  {
    net: 'database: queries of a database that hangs are ended',
    file: 'server/platform/db/database.ts',
    from: 'if (isHanging) opened.closeConnections();',
    to: '',
    project: 'db',
    testFile: 'server/platform/db/hanging.db.test.ts',
    test: 'while the database hangs',
  },
  {
    net: 'database: the server of a similar folder is not ours',
    file: 'server/platform/db/embedded/process-identity.ts',
    from: "args[args.indexOf('-D') + 1] === cluster",
    to: "args.join(' ').includes(cluster)",
    project: 'unit',
    testFile: 'server/platform/db/embedded/process-identity.test.ts',
    test: 'exactly this folder',
  },
  {
    net: 'limits: a time of a clock that was set back does not count',
    file: 'server/platform/rate-limits/gcra.ts',
    from: 'aheadMs > furthestAheadMs(pace) ? 0 : aheadMs',
    to: 'aheadMs',
    project: 'unit',
    testFile: 'server/platform/rate-limits/gcra.test.ts',
    test: 'after the clock was set back',
  },
];
