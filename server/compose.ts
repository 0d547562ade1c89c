import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { readBackupStats } from './backup/backup-status.ts';
import { createScheduledBackup } from './backup/scheduled-backup.ts';
import { cacheTags, nextClosing } from './cache-tags.ts';
import { createPlatform, type PlatformOptions } from './compose-platform.ts';
import { createSlices, type SliceOptions } from './compose-slices.ts';
import { createHealthOperation } from './doctor/health-operation.ts';
import { createSelfInvalidatingCache } from './platform/cache/self-invalidating-cache.ts';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/db/database.ts';
import { createDispatch } from './platform/http/dispatch.ts';
import { registerDocuments } from './platform/http/documents.ts';
import { registerPlainPages } from './platform/http/plain-page.ts';
import { createHttpServer, type Readiness } from './platform/http/server.ts';
import { defaultServerLimits, type ServerLimits } from './platform/http/server-limits.ts';
import type { JobHandler } from './platform/jobs/jobs.ts';
import { sweepFailedJobs } from './platform/jobs/sweep-failed-jobs.ts';
import { startWorker, type Worker } from './platform/jobs/worker.ts';
import type { Metrics } from './platform/metrics.ts';
import { sweepRateLimits } from './platform/rate-limits/database-store.ts';
import { addSite, type SiteOptions } from './platform/ssr/site.ts';
import type { Tracing } from './platform/tracing.ts';

export type AppOptions = PlatformOptions &
  SliceOptions & {
    /** The database whose change notifications invalidate the cache; without it nothing is cached. */
    databaseUrl?: string;
    readiness: Readiness;
    /** Records requests for an OpenTelemetry collector. */
    tracing?: Tracing | undefined;
    /** Replaces the production limits in tests. */
    serverLimits?: ServerLimits;
  };

export type App = Awaited<ReturnType<typeof compose>>;

/** Builds the application of one process: the platform, the slices, the HTTP server and the jobs. */
export async function compose(options: AppOptions) {
  const { config, db, log, readiness, serverLimits = defaultServerLimits } = options;
  const { publicUrl } = config;
  const platform = createPlatform(options);
  const { clock, metrics, idempotency, admission, bodies, limits, storage, freeSpace } = platform;
  const { operations: sliceOperations, documents, ...slices } = await createSlices({ ...options, platform });
  const health = createHealthOperation({ config, db, dataDir: options.dataDir, clock });
  const operations = [...sliceOperations, health];
  const { accounts, posts, payments, media, cards } = slices;
  const { cache, ...changes } = createSelfInvalidatingCache({
    maxBytes: config.cacheBytes,
    url: options.databaseUrl,
    clock,
    log,
    metrics,
    nextChangeAt: async (tags, since) => {
      if (tags.includes('front-page')) return posts.nextFrontPageChangeAt(since);
      const changes = [
        nextClosing(tags),
        tags.includes('pins') ? await posts.nextPinChangeAt(since) : undefined,
      ];
      return changes
        .filter((change) => change !== undefined)
        .sort((left, right) => left.getTime() - right.getTime())[0];
    },
  });
  const http = await createHttpServer({
    config,
    log,
    readiness,
    serverLimits,
    metrics,
    tracing: options.tracing,
    operations,
    admission,
    bodies,
    limits,
    freeSpace,
    idempotency,
    cache,
    cacheTags,
    waitForChanges: changes.waitForChanges,
    authenticate: accounts.authenticate,
  });
  registerPlainPages(http, payments.pages, { admission, limits });
  registerDocuments(http, documents, { admission, limits, cache });
  const dispatch = createDispatch(operations, (error) => log.error({ err: error }, 'in-process call failed'));
  metrics.addMaintenance(() => readiness.maintenanceSeconds?.() !== undefined);
  const backups = createScheduledBackup({ db, clock, log, settings: config.backup });
  metrics.addBackups(() => readBackupStats(db, config.backup, clock.now()));
  const jobHandlers = [...slices.jobHandlers, ...backups.jobs, createSweepJob({ db, clock })];
  const jobRunner = createJobStarter({ jobHandlers, log, metrics });

  return {
    ...slices,
    http,
    cache,
    metrics,
    idempotency,
    markdown: platform.markdown,
    jobHandlers,
    startJobs: jobRunner.start,
    pauseJobs: jobRunner.pause,
    /** Adds the pages; not called if only the API is needed. */
    addPages: (built: Pick<SiteOptions, 'loadBuild' | 'clientFolder' | 'isDevelopment'>): Promise<void> =>
      addSite(http as FastifyInstance, {
        ...built,
        siteName: config.site.name,
        offlineReading: config.offlineReading,
        publicUrl,
        dispatch,
        admission,
        limits,
        cache,
        cacheTags,
        storage,
        findRedirect: slices.imports.findRedirect,
      }),
    async close() {
      media.stop();
      slices.imports.stop();
      freeSpace.stop();
      await http.close();
      await changes.stop();
      backups.stop();
      await jobRunner.stop();
      await slices.imports.close();
      platform.mail.close();
      idempotency.stop();
      await posts.stop();
      await media.close();
      await cards.close();
      await platform.markdown.close();
    },
  };
}

/** Runs the jobs of a process, unless they are paused. */
function createJobStarter(deps: {
  jobHandlers: JobHandler[];
  log: FastifyBaseLogger;
  metrics: Pick<Metrics, 'addWorker'>;
}) {
  const { jobHandlers: handlers, log, metrics } = deps;
  let worker: Worker | undefined;
  let isPaused = false;
  let startWorkerOnce: (() => Promise<Worker>) | undefined;
  let change: Promise<void> = Promise.resolve();

  /** One change after the other: a stop takes seconds. */
  function apply(): Promise<void> {
    const next = change.catch(() => undefined).then(applyNow);
    change = next;
    return next;
  }

  async function applyNow(): Promise<void> {
    if (isPaused || !startWorkerOnce) {
      const running = worker;
      worker = undefined;
      await running?.stop();
    } else worker ??= await startWorkerOnce();
  }

  return {
    /** Starts to run jobs from the database at this URL; `isOnlyProcess` if no other process does. */
    async start(url: string, { isOnlyProcess }: { isOnlyProcess: boolean }): Promise<void> {
      startWorkerOnce = () => startWorker({ url, handlers, log, isOnlyProcess });
      metrics.addWorker(() => worker?.state() ?? new Map());
      await apply();
    },
    /** Finishes running jobs and starts no others, or goes on. */
    pause(shouldPause: boolean): Promise<void> {
      isPaused = shouldPause;
      return apply();
    },
    stop(): Promise<void> {
      startWorkerOnce = undefined;
      return apply();
    },
  };
}

/** Deletes expired rows of the platform's own tables every hour. */
function createSweepJob({ db, clock }: { db: Db; clock: Clock }): JobHandler {
  return {
    name: 'platform.sweep',
    cron: '13 * * * *',
    async run() {
      await sweepRateLimits(db, clock.now());
      await sweepFailedJobs(db, clock.now());
    },
  };
}
