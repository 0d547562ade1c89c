import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { openDatabase } from './platform/db/database.ts';
import type { ProcessLife } from './process-life.ts';
import { prepareSite } from './serve.ts';

/** The settings of a worker. They are sent as a message, because other users can read the environment of a process. */
type Orders = { databaseUrl: string; dataDir: string; runsJobs: boolean };

const stopMessage = 'stop';
/** Longer than the shutdown deadline of a process. A process that still runs then is hung. */
const killAfterMs = 15_000;
const firstPauseMs = 500;
const longestPauseMs = 30_000;
/** A process that ran this long did not fail at start. */
const healthyAfterMs = 10_000;
/** Number of failed starts before any process has listened, after which the start of the site fails. */
const failedStarts = 5;
const fewestConnections = 2;

type CrowdParts = {
  size: number;
  database: { url: string; dataDir: string };
  log: FastifyBaseLogger;
  life: ProcessLife;
  drainMs: number;
  hasJobs: boolean;
};

/**
 * Runs several processes on one port; one of them also runs the jobs. A process that exits is replaced, with growing
 * delays if it fails early. Resolves when all of them listen, or when the site is stopped before.
 */
export async function startCrowd({ size, database, log, life, drainMs, hasJobs }: CrowdParts): Promise<void> {
  const exec = resolve(import.meta.dirname, 'main.ts');
  cluster.setupPrimary({ exec, args: [] });
  const members = new Set<Worker>();
  const answering = new Set<Worker>();
  const start = Promise.withResolvers<void>();
  let hasAnswered = false;
  let failures = 0;
  let pauseMs = firstPauseMs;

  function add(runsJobs: boolean): Worker {
    const member = cluster.fork();
    const bornAt = Date.now();
    members.add(member);
    member.on('online', () =>
      member.send({ databaseUrl: database.url, dataDir: database.dataDir, runsJobs } satisfies Orders),
    );
    member.on('error', () => undefined);
    member.once('listening', () => {
      hasAnswered = true;
      answering.add(member);
      if (answering.size === size) start.resolve();
    });
    member.once('exit', (code, signal) => {
      members.delete(member);
      answering.delete(member);
      if (life.isStopping()) return;
      // A process killed from outside did not fail to start.
      if (signal === null) failures += 1;
      if (!hasAnswered && failures === failedStarts)
        start.reject(new Error('the processes of the site exit before they listen'));
      log.error({ pid: member.process.pid, code, signal }, 'a process of the site has died and is replaced');
      pauseMs = Date.now() - bornAt < healthyAfterMs ? Math.min(pauseMs * 2, longestPauseMs) : firstPauseMs;
      setTimeout(() => life.isStopping() || add(runsJobs), pauseMs).unref();
    });
    return member;
  }

  async function stop(): Promise<void> {
    const tell = () => {
      for (const member of members) if (member.isConnected()) member.send(stopMessage);
    };
    tell();
    life.hurry.addEventListener('abort', tell);
    const ends = [...members].map((member) => once(member, 'exit'));
    await Promise.race([Promise.all(ends), sleep(drainMs + killAfterMs, undefined, { ref: false })]);
    for (const member of members) member.process.kill('SIGKILL');
  }

  life.onStop(stop);
  life.stopping.addEventListener('abort', () => start.resolve());
  for (let index = 0; index < size; index += 1) add(hasJobs && index === 0);
  await start.promise;
}

/**
 * Runs in each worker: waits for its settings and serves until it receives a stop message or loses the primary
 * process.
 */
export async function joinCrowd(life: ProcessLife, config: Config, log: FastifyBaseLogger): Promise<void> {
  const [{ databaseUrl: url, dataDir, runsJobs }] = (await once(process, 'message')) as [Orders];
  process.on('message', (message) => message === stopMessage && void life.stop(0));
  process.on('disconnect', () => void life.stop(0));
  life.drainFor(config.drainMs);
  const own = shareOf(config);
  const db = openDatabase({ url, maxConnections: own.poolSize, applicationName: 'news-site', log });
  life.onStop(() => db.destroy());
  const site = await prepareSite({
    life,
    config: own,
    log,
    database: { db, url, dataDir },
    isDevelopment: false,
  });
  await site.addPages();
  if (life.isStopping()) return;
  await site.listen();
  if (runsJobs) await site.startJobs();
}

/** Divides the settings for the whole site among its processes. */
function shareOf(config: Config): Config {
  const { processes, poolSize, passwordHashing } = config;
  return {
    ...config,
    poolSize: Math.max(fewestConnections, Math.floor(poolSize / processes)),
    passwordHashing: {
      ...passwordHashing,
      parallel: Math.max(1, Math.floor(passwordHashing.parallel / processes)),
    },
  };
}
