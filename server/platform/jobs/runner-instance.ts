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
import { workerTimings } from './timings.ts';
import type { WorkerLocks } from './worker-locks.ts';

/** One runner of the queue, from its start until its jobs have been released. */
export type RunnerInstance = {
  id: string | undefined;
  runner?: Runner;
  running: Map<string, RunningJob>;
  interrupted: InterruptedJob[];
  /** Whether it holds the lock of its id. Without the lock it takes no jobs. */
  holdsLock: boolean;
  lastActivityAt: number;
  failure: Promise<string>;
  fail(reason: string): void;
};

/** Longer than a timer may fire early, and longer than the one-minute steps of schedules. */
const clockStepMs = 90_000;

/**
 * Before it stops, the queue waits only for batched results. The result of a single job is stored without waiting: a
 * stop may lose it, and a failed write would be an unhandled rejection.
 */
export const batchedResults = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

export function createInstance(): RunnerInstance {
  let fail: (reason: string) => void = () => undefined;
  const failure = new Promise<string>((resolve) => (fail = resolve));
  return {
    id: undefined,
    running: new Map(),
    interrupted: [],
    holdsLock: false,
    lastActivityAt: performance.now(),
    failure,
    fail,
  };
}

type StartOptions = {
  jobClass: JobClass;
  handlers: JobHandler[];
  pool: pg.Pool;
  locks: WorkerLocks;
  log: DbLog;
};

export async function startInstance(
  { jobClass, handlers, pool, locks, log }: StartOptions,
  instance: RunnerInstance,
): Promise<void> {
  const { running, interrupted, fail } = instance;
  const { slots, timeLimitMs } = jobClasses[jobClass];
  const options: RunnerOptions = {
    noHandleSignals: true,
    logger: jobLogger(log),
    events: watchEvents(instance),
    pgPool: pool,
    concurrency: slots,
    pollInterval: workerTimings.poll,
    taskList: createTaskList(handlers, { timeLimitMs, running, interrupted }),
    parsedCronItems: createCronItems(handlers),
    preset: { worker: batchedResults, plugins: [lockBeforeFirstJob(instance, locks)] },
  };
  instance.runner = await run(options);
  void instance.runner.promise.then(
    () => fail('it has ended'),
    (error: unknown) => fail(String(error)),
  );
}

function watchEvents(instance: RunnerInstance): WorkerEvents {
  const events = new EventEmitter() as WorkerEvents;
  events.on('pool:create', ({ workerPool }) => (instance.id = workerPool.id));
  events.on('pool:gracefulShutdown', ({ message }) => instance.fail(message));
  // After the clock was set back, the next cron time lies in the future, and no scheduled job would be added until
  // then.
  events.on('cron:prematureTimer', ({ currentTimestamp, expectedTimestamp }) => {
    if (expectedTimestamp - currentTimestamp > clockStepMs) instance.fail('the clock was set back');
  });
  for (const activity of ['worker:getJob:empty', 'job:start', 'job:complete'] as const)
    events.on(activity, () => (instance.lastActivityAt = performance.now()));
  return events;
}

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

export async function stopInstance(instance: RunnerInstance, limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs;
  const stopped = instance.runner?.stop().catch(() => undefined);
  await Promise.race([stopped, sleep(limitMs, undefined, { ref: false })]);
  // Its promise also waits until the results of jobs are stored, which `stop` does not.
  const over = instance.runner?.promise.catch(() => undefined);
  await Promise.race([over, sleep(Math.max(0, deadline - performance.now()), undefined, { ref: false })]);
}

/** Releases the runner's jobs after its last job has ended. */
export async function releaseInstance(
  { abandoned, locks }: { abandoned: AbandonedJobs; locks: WorkerLocks },
  instance: RunnerInstance,
): Promise<void> {
  while (instance.running.size > 0) await Promise.all([...instance.running.values()].map((job) => job.ended));
  if (instance.id === undefined) return;
  // If this fails, the lock of the id is free nevertheless, and any process releases the jobs later.
  await abandoned.release([instance.id]).catch(() => undefined);
  await abandoned.restoreAttempts(instance.interrupted).catch(() => undefined);
  await locks.release(instance.id);
}
