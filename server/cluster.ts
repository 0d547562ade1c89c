import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { openDatabase } from './platform/db/database.ts';
import { processLimits } from './platform/process-limits.ts';
import type { ProcessLifecycle } from './process-lifecycle.ts';
import { enforceReportedExit } from './reported-exit.ts';
import { prepareSite } from './serve.ts';

/** The settings of a worker. They are sent as a message, because other users can read the environment of a process. */
type WorkerSettings = { databaseUrl: string; dataDir: string; runsJobs: boolean };

const stopMessage = 'stop';
/** From a worker that can receive messages: Node drops those that arrive earlier. */
const readyMessage = 'ready';
const minRestartDelayMs = 500;
const maxRestartDelayMs = 30_000;
/** For a process that had served: the others have its load. */
const maxDelayAfterServingMs = 2_000;
/** A process that ran this long did not fail at start. */
const healthyAfterMs = 10_000;
/** Number of failed starts before any process has listened, after which the start of the site fails. */
const maxFailedStarts = 5;
const minConnections = 2;

type ClusterOptions = {
  size: number;
  database: { url: string; dataDir: string };
  log: FastifyBaseLogger;
  lifecycle: ProcessLifecycle;
  drainMs: number;
  hasJobs: boolean;
};

/**
 * Runs several processes on one port; one of them also runs the jobs. A process that exits is replaced, with growing
 * delays if it fails early. Resolves when all of them listen, or when the site is stopped before.
 */
export async function startCluster({
  size,
  database,
  log,
  lifecycle,
  drainMs,
  hasJobs,
}: ClusterOptions): Promise<void> {
  const exec = resolve(import.meta.dirname, 'main.ts');
  cluster.setupPrimary({ exec, args: [] });
  const workers = new Set<Worker>();
  const listeningWorkers = new Set<Worker>();
  const start = Promise.withResolvers<void>();
  let hasListened = false;
  let failures = 0;
  let restartDelayMs = minRestartDelayMs;

  function forkWorker(runsJobs: boolean): Worker {
    const worker = cluster.fork();
    const startedAt = Date.now();
    workers.add(worker);
    enforceReportedExit(worker.process);
    worker.on('message', (message) => {
      if (message !== readyMessage) return;
      const { url: databaseUrl, dataDir } = database;
      worker.send({ databaseUrl, dataDir, runsJobs } satisfies WorkerSettings);
      if (lifecycle.isStopping()) worker.send(stopMessage);
    });
    worker.on('error', () => undefined);
    worker.once('listening', () => {
      hasListened = true;
      listeningWorkers.add(worker);
      if (listeningWorkers.size === size) start.resolve();
    });
    worker.once('exit', (code, signal) => {
      workers.delete(worker);
      const maxDelayMs = listeningWorkers.delete(worker) ? maxDelayAfterServingMs : maxRestartDelayMs;
      if (lifecycle.isStopping()) return;
      // A process killed from outside did not fail to start.
      if (signal === null) failures += 1;
      if (!hasListened && failures === maxFailedStarts)
        start.reject(new Error('the processes of the site exit before they listen'));
      log.error({ pid: worker.process.pid, code, signal }, 'a process of the site has died and is replaced');
      restartDelayMs =
        Date.now() - startedAt < healthyAfterMs
          ? Math.min(restartDelayMs * 2, maxDelayMs)
          : minRestartDelayMs;
      setTimeout(() => lifecycle.isStopping() || forkWorker(runsJobs), restartDelayMs).unref();
    });
    return worker;
  }

  async function stop(): Promise<void> {
    const sendStop = () => {
      for (const worker of workers) if (worker.isConnected()) worker.send(stopMessage);
    };
    sendStop();
    lifecycle.forceStop.addEventListener('abort', sendStop);
    const exits = [...workers].map((worker) => once(worker, 'exit'));
    await Promise.race([
      Promise.all(exits),
      sleep(drainMs + processLimits.worker, undefined, { ref: false }),
    ]);
    for (const worker of workers) {
      log.error({ pid: worker.process.pid }, 'a process of the site has not stopped and is killed');
      worker.process.kill('SIGKILL');
    }
  }

  lifecycle.onStop(stop);
  lifecycle.stopping.addEventListener('abort', () => start.resolve());
  for (let index = 0; index < size; index += 1) forkWorker(hasJobs && index === 0);
  await start.promise;
}

/**
 * Runs in each worker: waits for its settings and serves until it receives a stop message or loses the primary
 * process.
 */
export async function runClusterWorker(
  lifecycle: ProcessLifecycle,
  config: Config,
  log: FastifyBaseLogger,
): Promise<void> {
  const settings = Promise.withResolvers<WorkerSettings>();
  process.on('message', (message: WorkerSettings | typeof stopMessage | object) => {
    if (message === stopMessage) void lifecycle.stop(0);
    else if (typeof message === 'object' && 'databaseUrl' in message) settings.resolve(message);
  });
  process.on('disconnect', () => void lifecycle.stop(0));
  process.send?.(readyMessage);
  const { databaseUrl: url, dataDir, runsJobs } = await settings.promise;
  lifecycle.setDrainTime(config.drainMs);
  const processConfig = divideAmongProcesses(config);
  const db = openDatabase({
    url,
    maxConnections: processConfig.poolSize,
    applicationName: 'news-site',
    slowStatementMs: config.slowStatementMs,
    log,
  });
  lifecycle.onStop(() => db.destroy());
  const site = await prepareSite({
    lifecycle,
    config: processConfig,
    log,
    database: { db, url, dataDir },
    isDevelopment: false,
  });
  await site.addPages();
  if (lifecycle.isStopping()) return;
  await site.listen();
  if (runsJobs) await site.startJobs();
}

/** Divides the settings for the whole site among its processes. */
function divideAmongProcesses(config: Config): Config {
  const { processes, poolSize, passwordHashing } = config;
  return {
    ...config,
    poolSize: Math.max(minConnections, Math.floor(poolSize / processes)),
    passwordHashing: {
      ...passwordHashing,
      parallel: Math.max(1, Math.floor(passwordHashing.parallel / processes)),
    },
  };
}
