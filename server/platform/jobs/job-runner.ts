import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCronItems, type Runner, type RunnerOptions, run, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { DbLog } from '../db/db-log.ts';
import type { AbandonedJobs } from './abandoned-jobs.ts';
import { type JobClass, jobClasses } from './job-classes.ts';
import { jobLogger } from './job-log.ts';
import type { JobHandler } from './jobs.ts';
import { createTaskList, type InterruptedJob, type RunningJob } from './task-list.ts';
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
/** The queue's runner polls every two seconds. One that has not polled for this long and runs no job is dead. */
const inactivityLimitMs = 20_000;
/**
 * Shorter than the time after which other processes treat a runner without a lock as dead (`graceMs` in
 * abandoned-jobs-check.ts).
 */
const fenceAfterMs = 8_000;
/** Time limit for the end of the queue's runner, in addition to its jobs. */
const endLimitMs = 5_000;
const watchIntervalMs = 1_000;
/** Longer than a timer may fire early, and longer than the one-minute steps of schedules. */
const clockStepMs = 90_000;

/**
 * Keeps a runner of graphile-worker alive for one class of jobs. The queue's runner stops when it cannot store the
 * result of a job, and may then never report its end: two batches that fail at once leave its release pending forever.
 * So this waits for the end with a time limit and starts new runners with growing pauses. Every runner has a new id.
 * The locks of an ended runner are released after its last job has ended.
 */
export function startJobRunner({
  jobClass,
  handlers,
  pool,
  locks,
  abandoned,
  log,
}: JobRunnerOptions): JobRunner {
  const stopping = new AbortController();
  const limits = jobClasses[jobClass];
  const activeInstances = new Set<RunnerInstance>();
  let current: RunnerInstance | undefined;

  async function startInstance(): Promise<RunnerInstance> {
    const running = new Map<string, RunningJob>();
    const interrupted: InterruptedJob[] = [];
    const events = new EventEmitter() as WorkerEvents;
    let fail: (reason: string) => void = () => undefined;
    const failure = new Promise<string>((resolve) => (fail = resolve));
    const instance: RunnerInstance = {
      id: undefined,
      running,
      interrupted,
      holdsLock: false,
      lastActivityAt: performance.now(),
      fail,
    };
    events.on('pool:create', ({ workerPool }) => (instance.id = workerPool.id));
    events.on('pool:gracefulShutdown', ({ message }) => fail(message));
    // After the clock was set back, the next cron time lies in the future, and no scheduled job would be added until
    // then.
    events.on('cron:prematureTimer', ({ currentTimestamp, expectedTimestamp }) => {
      if (expectedTimestamp - currentTimestamp > clockStepMs) fail('the clock was set back');
    });
    for (const activity of ['worker:getJob:empty', 'job:start', 'job:complete'] as const)
      events.on(activity, () => (instance.lastActivityAt = performance.now()));
    const options: RunnerOptions = {
      noHandleSignals: true,
      logger: jobLogger(log),
      events,
      pgPool: pool,
      concurrency: limits.slots,
      taskList: createTaskList(handlers, { timeLimitMs: limits.timeLimitMs, running, interrupted }),
      parsedCronItems: createCronItems(handlers),
      preset: { worker: batchedResults, plugins: [lockBeforeFirstJob(instance, locks)] },
    };
    activeInstances.add(instance);
    instance.runner = await run(options).catch((error: unknown) => {
      activeInstances.delete(instance);
      throw error;
    });
    void instance.runner.promise.then(
      () => fail('it has ended'),
      (error: unknown) => fail(String(error)),
    );
    void failure.then((reason) => {
      if (!stopping.signal.aborted) log.error({ jobClass, reason }, 'the job runner has ended');
    });
    instance.failure = failure;
    return instance;
  }

  async function stopInstance(instance: RunnerInstance, limitMs: number): Promise<void> {
    const deadline = performance.now() + limitMs;
    const stopped = instance.runner?.stop().catch(() => undefined);
    await Promise.race([stopped, sleep(limitMs, undefined, { ref: false })]);
    // Its promise also waits until the results of jobs are stored, which `stop` does not.
    const over = instance.runner?.promise.catch(() => undefined);
    await Promise.race([over, sleep(Math.max(0, deadline - performance.now()), undefined, { ref: false })]);
  }

  /** Releases the runner's jobs after its last job has ended. */
  async function releaseInstance(instance: RunnerInstance): Promise<void> {
    while (instance.running.size > 0)
      await Promise.all([...instance.running.values()].map((job) => job.ended));
    if (instance.id !== undefined) {
      // If this fails, the lock of the id is free nevertheless, and any process releases the jobs later.
      await abandoned.release([instance.id]).catch(() => undefined);
      await abandoned.restoreAttempts(instance.interrupted).catch(() => undefined);
      await locks.release(instance.id);
    }
    activeInstances.delete(instance);
  }

  async function keepRunning(): Promise<void> {
    let pauseMs = initialPauseMs;
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      try {
        current = await startInstance();
        await Promise.race([current.failure, aborted(stopping.signal)]);
        if (stopping.signal.aborted) return;
        await stopInstance(current, endLimitMs);
        void releaseInstance(current);
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
    return current.running.size > 0 || performance.now() - current.lastActivityAt < inactivityLimitMs;
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
      if (current.running.size === 0) await releaseInstance(current);
    },
  };
}

type RunnerInstance = {
  id: string | undefined;
  runner?: Runner;
  running: Map<string, RunningJob>;
  interrupted: InterruptedJob[];
  /** Whether it holds the lock of its id. Without the lock it takes no jobs. */
  holdsLock: boolean;
  lastActivityAt: number;
  failure?: Promise<string>;
  fail(reason: string): void;
};

/**
 * Before it stops, the queue waits only for batched results. The result of a single job is stored without waiting: a
 * stop may lose it, and a failed write would be an unhandled rejection.
 */
export const batchedResults = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

const createCronItems = (handlers: JobHandler[]) =>
  parseCronItems(
    handlers.flatMap(({ name, cron }) => (cron === undefined ? [] : [{ task: name, match: cron }])),
  );

/** Takes the lock that proves the runner alive before its first job. */
function lockBeforeFirstJob(instance: RunnerInstance, locks: WorkerLocks): GraphileConfig.Plugin {
  return {
    name: 'NewsSiteWorkerLockPlugin',
    version: '1.0.0',
    worker: {
      hooks: {
        async startWorker(_context, { worker }) {
          await locks.acquire(worker.workerPool.id);
          instance.holdsLock = true;
          instance.lastActivityAt = performance.now();
        },
      },
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
