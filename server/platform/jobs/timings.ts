/** Intervals and limits of the job worker, in milliseconds. They are read when they are used; only tests change them. */
export const workerTimings = {
  /** How often the queue's runner looks for jobs of which it was not notified. */
  poll: 2_000,
  /** A runner that has not polled for this long and runs no job is dead. */
  inactive: 20_000,
  /** How often the locks of all runners are checked. */
  check: 5_000,
  /** Longer than the time after which a runner without its lock gives up its id (`fenceAfterMs` in job-runner.ts). */
  grace: 15_000,
  /** How long a stop waits for running jobs. */
  stop: 8_000,
};
