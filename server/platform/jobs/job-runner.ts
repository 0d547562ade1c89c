import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCronItems, type Runner, type RunnerOptions, run, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { DbLog } from '../db/db-log.ts';
import type { AbandonedJobs } from './abandoned-jobs.ts';
import { type JobClass, jobClasses } from './job-classes.ts';
import { jobLogger } from './job-log.ts';
import type { JobHandler } from './jobs.ts';
import { type InterruptedJob, type StartedJob, taskListOf } from './task-list.ts';
import type { WorkerLocks } from './worker-locks.ts';

export type JobRunner = {
  jobClass: JobClass;
  isWorking(): boolean;
  /** Replaces the queue's runner when it has not noticed that it is broken. */
  replace(reason: string): void;
  /** Running runners of this process by the id with which they lock jobs, with the locks of the jobs that they run. */
  owned(): Map<string, ReadonlySet<string>>;
  /** Finishes running jobs, within `limitMs`. */
  stop(limitMs: number): Promise<void>;
};

type RunnerParts = {
  jobClass: JobClass;
  handlers: JobHandler[];
  pool: pg.Pool;
  locks: WorkerLocks;
  abandoned: AbandonedJobs;
  log: DbLog;
};

const firstPauseMs = 500;
const longestPauseMs = 15_000;
/**
 * The failure of a runner that ran this long has nothing to do with its start, so the pause starts from the minimum
 * again.
 */
const healthyAfterMs = 30_000;
/** The queue's runner polls every two seconds. One that has not polled for this long and runs no job is dead. */
const silentLimitMs = 20_000;
/**
 * Shorter than the time after which other processes treat a runner without a lock as dead (`graceMs` in
 * abandoned-jobs-check.ts).
 */
const fenceAfterMs = 8_000;
/** Time limit for the end of the queue's runner, in addition to its jobs. */
const endLimitMs = 5_000;
const watchEveryMs = 1_000;
/** Longer than a timer may fire early, and longer than the one-minute steps of schedules. */
const clockStepMs = 90_000;

/**
 * Keeps a runner of graphile-worker alive for one class of jobs. The queue's runner stops when it cannot store the
 * result of a job, and may then never report its end: two batches that fail at once leave its release pending forever.
 * So this waits for the end with a time limit and starts new runners with growing pauses. Every runner has a new id.
 * The locks of an ended runner are released after its last job has ended.
 */
export function startJobRunner({ jobClass, handlers, pool, locks, abandoned, log }: RunnerParts): JobRunner {
  const stopping = new AbortController();
  const limits = jobClasses[jobClass];
  const alive = new Set<Attempt>();
  let current: Attempt | undefined;

  async function begin(): Promise<Attempt> {
    const running = new Map<string, StartedJob>();
    const interrupted: InterruptedJob[] = [];
    const events = new EventEmitter() as WorkerEvents;
    let failed: (reason: string) => void = () => undefined;
    const hasFailed = new Promise<string>((resolve) => (failed = resolve));
    const attempt: Attempt = {
      id: undefined,
      running,
      interrupted,
      isHolding: false,
      lastSign: performance.now(),
      failed,
    };
    events.on('pool:create', ({ workerPool }) => (attempt.id = workerPool.id));
    events.on('pool:gracefulShutdown', ({ message }) => failed(message));
    // After the clock was set back, the next cron time lies in the future, and no scheduled job would be added until
    // then.
    events.on('cron:prematureTimer', ({ currentTimestamp, expectedTimestamp }) => {
      if (expectedTimestamp - currentTimestamp > clockStepMs) failed('the clock was set back');
    });
    for (const sign of ['worker:getJob:empty', 'job:start', 'job:complete'] as const)
      events.on(sign, () => (attempt.lastSign = performance.now()));
    const options: RunnerOptions = {
      noHandleSignals: true,
      logger: jobLogger(log),
      events,
      pgPool: pool,
      concurrency: limits.slots,
      taskList: taskListOf(handlers, { timeLimitMs: limits.timeLimitMs, running, interrupted }),
      parsedCronItems: cronItemsOf(handlers),
      preset: { worker: endsInBatches, plugins: [holdFirst(attempt, locks)] },
    };
    alive.add(attempt);
    attempt.runner = await run(options).catch((error: unknown) => {
      alive.delete(attempt);
      throw error;
    });
    void attempt.runner.promise.then(
      () => failed('it has ended'),
      (error: unknown) => failed(String(error)),
    );
    void hasFailed.then((reason) => {
      if (!stopping.signal.aborted) log.error({ jobClass, reason }, 'the job runner has ended');
    });
    attempt.hasFailed = hasFailed;
    return attempt;
  }

  async function end(attempt: Attempt, limitMs: number): Promise<void> {
    const giveUpAt = performance.now() + limitMs;
    const stopped = attempt.runner?.stop().catch(() => undefined);
    await Promise.race([stopped, sleep(limitMs, undefined, { ref: false })]);
    // Its promise also waits until the results of jobs are stored, which `stop` does not.
    const over = attempt.runner?.promise.catch(() => undefined);
    await Promise.race([over, sleep(Math.max(0, giveUpAt - performance.now()), undefined, { ref: false })]);
  }

  /** Releases the runner's jobs after its last job has ended. */
  async function bury(attempt: Attempt): Promise<void> {
    while (attempt.running.size > 0) await Promise.all([...attempt.running.values()].map((job) => job.ended));
    if (attempt.id !== undefined) {
      // If this fails, the lock of the id is free nevertheless, and any process releases the jobs later.
      await abandoned.release([attempt.id]).catch(() => undefined);
      await abandoned.giveBack(attempt.interrupted).catch(() => undefined);
      await locks.drop(attempt.id);
    }
    alive.delete(attempt);
  }

  async function keepRunning(): Promise<void> {
    let pauseMs = firstPauseMs;
    while (!stopping.signal.aborted) {
      const bornAt = performance.now();
      try {
        current = await begin();
        await Promise.race([current.hasFailed, once(stopping.signal)]);
        if (stopping.signal.aborted) return;
        await end(current, endLimitMs);
        void bury(current);
      } catch (error) {
        log.error({ err: error, jobClass }, 'the job runner cannot be started');
      }
      if (performance.now() - bornAt > healthyAfterMs) pauseMs = firstPauseMs;
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  }

  function isWorking(): boolean {
    if (!current?.isHolding || locks.lostForMs() > 0) return false;
    return current.running.size > 0 || performance.now() - current.lastSign < silentLimitMs;
  }

  function watch(): void {
    if (!current?.isHolding) return;
    if (locks.lostForMs() > fenceAfterMs) current.failed('its lock was lost');
    else if (locks.lostForMs() === 0 && !isWorking()) current.failed('it has stopped looking for jobs');
  }

  const watching = setInterval(watch, watchEveryMs).unref();
  const ended = keepRunning();

  return {
    jobClass,
    isWorking,
    replace: (reason) => current?.failed(reason),
    owned: () =>
      new Map([...alive].flatMap(({ id, running }) => (id ? [[id, lockedBy(running)] as const] : []))),
    async stop(limitMs) {
      clearInterval(watching);
      stopping.abort();
      await ended;
      if (!current) return;
      await end(current, limitMs);
      if (current.running.size === 0) await bury(current);
    },
  };
}

type Attempt = {
  id: string | undefined;
  runner?: Runner;
  running: Map<string, StartedJob>;
  interrupted: InterruptedJob[];
  /** Whether it holds the lock of its id. Without the lock it takes no jobs. */
  isHolding: boolean;
  lastSign: number;
  hasFailed?: Promise<string>;
  failed(reason: string): void;
};

/**
 * Before it stops, the queue waits only for batched results. The result of a single job is stored without waiting: a
 * stop may lose it, and a failed write would be an unhandled rejection.
 */
export const endsInBatches = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

export const cronItemsOf = (handlers: JobHandler[]) =>
  parseCronItems(
    handlers.flatMap(({ name, cron }) => (cron === undefined ? [] : [{ task: name, match: cron }])),
  );

/** Takes the lock that proves the runner alive before its first job. */
function holdFirst(attempt: Attempt, locks: WorkerLocks): GraphileConfig.Plugin {
  return {
    name: 'NewsSiteWorkerLockPlugin',
    version: '1.0.0',
    worker: {
      hooks: {
        async startWorker(_context, { worker }) {
          await locks.hold(worker.workerPool.id);
          attempt.isHolding = true;
          attempt.lastSign = performance.now();
        },
      },
    },
  };
}

function lockedBy(running: Map<string, StartedJob>): ReadonlySet<string> {
  return new Set([...running.values()].flatMap(({ id, queueId }) => [id, `queue ${queueId}`]));
}

const once = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
