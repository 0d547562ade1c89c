import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { type App, type AppOptions, compose } from './compose.ts';
import type { Config } from './config.ts';
import { systemClock } from './platform/clock.ts';
import { loadOrCreateSecret } from './platform/crypto.ts';
import { type Db, setHanging } from './platform/db/database.ts';
import { createReadinessProbe } from './platform/db/readiness.ts';
import { listen } from './platform/http/listen.ts';
import { processLimits } from './platform/process-limits.ts';
import { loadMorphology } from './platform/search/morphology.ts';
import { jwtSecretPath, readPreviousSecret } from './platform/site-secret.ts';
import { addDevelopmentServer } from './platform/ssr/development.ts';
import type { Tracing, TracingSettings } from './platform/tracing.ts';
import { startWatchdog } from './platform/watchdog.ts';
import type { ProcessLifecycle } from './process-lifecycle.ts';
import { readRelease } from './release.ts';

const buildFolder = resolve(import.meta.dirname, '../build');
/**
 * Size of the accept queue of each listener, as far as the system allows. With the default of 511, clients beyond it
 * retry after one, three and seven seconds.
 */
const connectionBacklog = 4_096;

type ServeOptions = {
  lifecycle: ProcessLifecycle;
  config: Config;
  log: FastifyBaseLogger;
  database: { db: Db; url: string; dataDir: string };
  isDevelopment: boolean;
};

/** Builds the application of one process, its readiness probe and its watchdog. */
export async function prepareSite({ lifecycle, config, log, database, isDevelopment }: ServeOptions) {
  if (!isDevelopment) startWatchdog();
  let app: App | undefined;
  const probe = createReadinessProbe({
    url: database.url,
    onHang(isHanging) {
      log.error({}, isHanging ? 'the database does not respond' : 'the database responds again');
      setHanging(database.db, isHanging);
    },
    onMaintenance(isOn) {
      log.warn({}, isOn ? 'maintenance begins: writes are refused and jobs wait' : 'maintenance has ended');
      void app
        ?.pauseJobs(isOn)
        .catch((error: unknown) => log.error({ err: error }, 'the jobs were not switched'));
    },
  });
  lifecycle.onStop(probe.stop);
  const tracing = config.tracing && (await startConfiguredTracing(config.tracing));
  if (tracing)
    lifecycle.onStop(() =>
      Promise.race([tracing.stop(), lifecycle.waitUnlessForced(processLimits.requests)]),
    );
  app = await compose({
    config,
    db: database.db,
    databaseUrl: database.url,
    dataDir: database.dataDir,
    ...(await loadJwtSecrets(config, database.dataDir)),
    log,
    tracing,
    readiness: {
      isReady: () => probe.isReady() && !lifecycle.isStopping(),
      isStopping: lifecycle.isStopping,
      maintenanceSeconds: probe.maintenanceSeconds,
      missing: () => (lifecycle.isStopping() ? ['stopping'] : probe.missing()),
    },
  });
  const site = app;
  lifecycle.onStop(() => Promise.race([site.close(), lifecycle.waitUnlessForced(processLimits.requests)]));
  return {
    app: site,
    addPages: () => addPages(site, isDevelopment),
    async listen() {
      // The first search does not wait for the dictionary.
      await loadMorphology();
      await listen(site.http, { host: config.host, port: config.port, backlog: connectionBacklog });
      // Any process may run the jobs: the probe reads from the database whether one does.
      if (config.role !== 'web') probe.expectJobs();
    },
    async startJobs() {
      await probe.firstResult;
      if (probe.maintenanceSeconds() !== undefined) await site.pauseJobs(true);
      await site.startJobs(database.url, { isOnlyProcess: config.database.kind === 'embedded' });
    },
  };
}

async function loadJwtSecrets(
  { jwtSecret, previousJwtSecret: secret }: Config,
  dataDir: string,
): Promise<Pick<AppOptions, 'jwtSecret' | 'previousJwtSecret'>> {
  if (jwtSecret !== undefined)
    return { jwtSecret, previousJwtSecret: secret === undefined ? secret : { secret } };
  const path = jwtSecretPath(dataDir);
  return {
    jwtSecret: await loadOrCreateSecret(path),
    previousJwtSecret: await readPreviousSecret(path, systemClock.now()),
  };
}

/** The packages are loaded only if a collector is configured. */
async function startConfiguredTracing(settings: TracingSettings): Promise<Tracing> {
  const { startTracing } = await import('./platform/tracing.ts');
  return startTracing(settings, readRelease());
}

async function addPages(app: App, isDevelopment: boolean): Promise<void> {
  await app.addPages(
    isDevelopment
      ? { loadBuild: await addDevelopmentServer(app.http), clientFolder: null, isDevelopment }
      : { loadBuild: loadBuild(), clientFolder: resolve(buildFolder, 'client'), isDevelopment },
  );
}

function loadBuild(): () => Promise<unknown> {
  const build = import(pathToFileURL(resolve(buildFolder, 'server', 'index.js')).href);
  return () => build;
}
