import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { DbLog } from '../db/db-log.ts';
import type { AbandonedJobs } from './abandoned-jobs.ts';
import type { JobClass } from './job-classes.ts';
import type { JobHandler } from './jobs.ts';
import {
  createInstance,
  type RunnerInstance,
  releaseInstance,
  startInstance,
  stopInstance,
} from './runner-instance.ts';
import type { RunningJob } from './task-list.ts';
import { workerTimings } from './timings.ts';
import type { WorkerLocks } from './worker-locks.ts';

export type JobRunner = {
  jobClass: JobClass;
  isWorking(): boolean;
  /** Replaces the queue's runner when it has not noticed that it is broken. */
  replace(reason: string): void;
  /** Running runners of this process by the id with which they lock jobs, with the locks of the jobs that they run. */
  ownLocks(): Map<string, ReadonlySet<string>>;
  /** Finishes running jobs, within `limitMs`. */
  stop(limitMs: number): Promise<void>;
};

type JobRunnerOptions = {
  jobClass: JobClass;
  handlers: JobHandler[];
  pool: pg.Pool;
  locks: WorkerLocks;
  abandoned: AbandonedJobs;
  log: DbLog;
};

const initialPauseMs = 500;
const maxPauseMs = 15_000;
/**
 * The failure of a runner that ran this long has nothing to do with its start, so the pause starts from the minimum
 * again.
 */
const healthyAfterMs = 30_000;
/**
 * Shorter than the time after which other processes treat a runner without a lock as dead (`grace` in
 * timings.ts).
 */
const fenceAfterMs = 8_000;
/** Time limit for the end of the queue's runner, in addition to its jobs. */
const endLimitMs = 5_000;
const watchIntervalMs = 1_000;

/**
 * Keeps a runner of graphile-worker alive for one class of jobs. The queue's runner stops when it cannot store the
 * result of a job, and may then never report its end: two batches that fail at once leave its release pending forever.
 * So this waits for the end with a time limit and starts new runners with growing pauses. Every runner has a new id.
 * The locks of an ended runner are released after its last job has ended.
 */
export function startJobRunner(options: JobRunnerOptions): JobRunner {
  const { jobClass, locks, log } = options;
  const stopping = new AbortController();
  const activeInstances = new Set<RunnerInstance>();
  let current: RunnerInstance | undefined;

  async function start(): Promise<RunnerInstance> {
    const instance = createInstance();
    activeInstances.add(instance);
    await startInstance(options, instance).catch((error: unknown) => {
      activeInstances.delete(instance);
      throw error;
    });
    void instance.failure.then((reason) => {
      if (!stopping.signal.aborted) log.error({ jobClass, reason }, 'the job runner has ended');
    });
    return instance;
  }

  async function release(instance: RunnerInstance): Promise<void> {
    await releaseInstance(options, instance);
    activeInstances.delete(instance);
  }

  async function keepRunning(): Promise<void> {
    let pauseMs = initialPauseMs;
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      try {
        current = await start();
        await Promise.race([current.failure, aborted(stopping.signal)]);
        if (stopping.signal.aborted) return;
        await stopInstance(current, endLimitMs);
        void release(current);
      } catch (error) {
        log.error({ err: error, jobClass }, 'the job runner cannot be started');
      }
      if (performance.now() - startedAt > healthyAfterMs) pauseMs = initialPauseMs;
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, maxPauseMs);
    }
  }

  function isWorking(): boolean {
    if (!current?.holdsLock || locks.lostForMs() > 0) return false;
    return current.running.size > 0 || performance.now() - current.lastActivityAt < workerTimings.inactive;
  }

  function watch(): void {
    if (!current?.holdsLock) return;
    if (locks.lostForMs() > fenceAfterMs) current.fail('its lock was lost');
    else if (locks.lostForMs() === 0 && !isWorking()) current.fail('it has stopped looking for jobs');
  }

  const watching = setInterval(watch, watchIntervalMs).unref();
  const ended = keepRunning();

  return {
    jobClass,
    isWorking,
    replace: (reason) => current?.fail(reason),
    ownLocks: () =>
      new Map(
        [...activeInstances].flatMap(({ id, running }) => (id ? [[id, locksOf(running)] as const] : [])),
      ),
    async stop(limitMs) {
      clearInterval(watching);
      stopping.abort();
      await ended;
      if (!current) return;
      await stopInstance(current, limitMs);
      if (current.running.size === 0) await release(current);
    },
  };
}

function locksOf(running: Map<string, RunningJob>): ReadonlySet<string> {
  return new Set([...running.values()].flatMap(({ id, queueId }) => [id, `queue ${queueId}`]));
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
