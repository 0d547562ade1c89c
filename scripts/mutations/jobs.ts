import type { Mutation } from '../mutations.ts';

const jobs = 'server/platform/jobs';
const recovery = `${jobs}/worker-recovery.db.test.ts`;

/** Safeguards of jobs and of the connection to the database. */
export const jobMutations: Mutation[] = [
  {
    safeguard: 'jobs: waiting for the end of a runner has a time limit',
    file: `${jobs}/runner-instance.ts`,
    from: 'await Promise.race([over, sleep(Math.max(0, deadline - performance.now()), undefined, { ref: false })]);',
    to: 'await over; void deadline;',
    project: 'db',
    testFile: recovery,
    test: 'results of two jobs',
  },
  {
    safeguard: 'jobs: only a runner with a free lock counts as dead',
    file: `${jobs}/abandoned-jobs.ts`,
    from: ' as id where pg_try_advisory_xact_lock(',
    to: ' as id where 0 <> (',
    project: 'db',
    testFile: recovery,
    test: 'merely slow',
  },
  {
    safeguard: 'jobs: a runner takes no job before it holds its lock',
    file: `${jobs}/runner-instance.ts`,
    from: 'await locks.acquire(worker.workerPool.id);',
    to: 'void locks.acquire;',
    project: 'db',
    testFile: recovery,
    test: 'merely slow',
  },
  {
    safeguard: 'jobs: a job that repeatedly ends its process fails',
    file: `${jobs}/abandoned-jobs.ts`,
    from: 'if (times > (maxInterruptionsOf(task) ?? Number.POSITIVE_INFINITY))',
    to: 'if (times > Number.POSITIVE_INFINITY + Number(maxInterruptionsOf(task)))',
    project: 'db',
    testFile: recovery,
    test: 'fail permanently',
  },
  {
    safeguard: 'database: queries fail while the database hangs',
    file: 'server/platform/db/database.ts',
    from: 'if (isHanging) opened.closeConnections();',
    to: '',
    project: 'db',
    testFile: 'server/platform/db/hanging.db.test.ts',
    test: 'while the database hangs',
  },
  {
    safeguard: 'database: the server of a folder with a similar name is not ours',
    file: 'server/platform/db/embedded/process-identity.ts',
    from: "args[args.indexOf('-D') + 1] === cluster",
    to: "args.join(' ').includes(cluster)",
    project: 'unit',
    testFile: 'server/platform/db/embedded/process-identity.test.ts',
    test: 'exactly this folder',
  },
  {
    safeguard: 'limits: times written before the clock was set back are ignored',
    file: 'server/platform/rate-limits/gcra.ts',
    from: 'aheadMs > maxAheadMs(rate) ? 0 : aheadMs',
    to: 'aheadMs',
    project: 'unit',
    testFile: 'server/platform/rate-limits/gcra.test.ts',
    test: 'after the clock was set back',
  },
];
