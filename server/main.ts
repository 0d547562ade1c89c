import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import { runClusterWorker, startCluster } from './cluster.ts';
import type { App } from './compose.ts';
import { type Config, loadConfig } from './config.ts';
import { type DemoAccount, seedDemo } from './demo.ts';
import {
  fullDiskMessage,
  type OpenedDatabase,
  openConfiguredDatabase,
  operatorMessage,
} from './open-database.ts';
import { isDatabaseUnavailable } from './platform/db/db-errors.ts';
import { addressesOf } from './platform/http/listen.ts';
import { startMetricsServer } from './platform/http/metrics-server.ts';
import { createLog } from './platform/log.ts';
import { createClusterMetrics, type MetricsSource } from './platform/metrics.ts';
import { processLimits } from './platform/process-limits.ts';
import { createProcessLifecycle } from './process-lifecycle.ts';
import { prepareSite } from './serve.ts';
import { onStopRequest, stopSignals } from './stop-requests.ts';
import { type SupervisorMessage, supervisedFlag } from './supervisor.ts';

const isDevelopment = process.argv.includes('--dev');
const isSupervised = process.argv.includes(supervisedFlag);
const lifecycle = createProcessLifecycle();
const preparationPauseMs = 100;

listenForStop();
await run();

/** In a child process only the parent requests a stop: Ctrl-C in a terminal signals all processes at once. */
function listenForStop(): void {
  if (cluster.isWorker) for (const signal of stopSignals) process.on(signal, () => undefined);
  else if (isSupervised) {
    for (const signal of stopSignals) process.on(signal, () => notifySupervisor('asked to stop'));
    process.on('message', (message: SupervisorMessage) => message === 'stop' && void lifecycle.stop(0));
    process.on('disconnect', () => void lifecycle.stop(0));
  } else onStopRequest(() => void lifecycle.stop(0));
}

function notifySupervisor(message: SupervisorMessage): void {
  if (isSupervised && process.connected) process.send?.(message, () => undefined);
}

async function run(): Promise<void> {
  let config: Config | undefined;
  try {
    config = loadConfig();
    await lifecycle.trackStartup(start(config));
  } catch (error) {
    const message = operatorMessage(error) ?? describePortError(error) ?? (config && fullDiskMessage(config));
    process.stderr.write(`${message ?? (error as Error).stack}\n`);
    await lifecycle.stop(1);
  }
}

async function start(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error) => {
      log.fatal({ err: error }, event);
      void lifecycle.stop(1);
    });
  if (cluster.isWorker) return runClusterWorker(lifecycle, config, log);
  const servesHttp = config.role !== 'worker';
  if (servesHttp) await requireFreePort(config);
  const database = await openConfiguredDatabase(config, log);
  lifecycle.onStop(database.close);
  const isClustered = config.processes > 1 && servesHttp && !isDevelopment;
  const demoAccounts = isClustered
    ? await serveWithCluster(config, log, database)
    : await serveSingleProcess(config, log, database);
  if (lifecycle.isStopping()) return;
  notifySupervisor('started');
  printStartupSummary(config, database, demoAccounts);
  if (config.mail.smtpUrl === undefined && !config.isLocalhost)
    log.warn({}, 'SMTP_URL is not set: e-mails are written to the data folder and not sent');
}

async function serveSingleProcess(
  config: Config,
  log: FastifyBaseLogger,
  database: OpenedDatabase,
): Promise<DemoAccount[]> {
  const site = await prepareSite({ lifecycle, config, log, database, isDevelopment });
  await startMetrics(site.app.metrics, config);
  if (config.role !== 'worker') await site.addPages();
  const demoAccounts = await prepareData(site.app, config, log, database);
  if (lifecycle.isStopping()) return demoAccounts;
  lifecycle.setDrainTime(config.drainMs);
  if (config.role !== 'worker') await site.listen();
  // The jobs that the demo content creates are heavy: the site serves requests first.
  if (config.role !== 'web') await site.startJobs();
  return demoAccounts;
}

/** The primary process runs the database and starts the others; it serves no requests itself. */
async function serveWithCluster(
  config: Config,
  log: FastifyBaseLogger,
  database: OpenedDatabase,
): Promise<DemoAccount[]> {
  const { app } = await prepareSite({
    lifecycle,
    config: { ...config, cacheBytes: 0 },
    log,
    database,
    isDevelopment,
  });
  const demoAccounts = await prepareData(app, config, log, database);
  if (lifecycle.isStopping()) return demoAccounts;
  const { processes: size, drainMs } = config;
  await startMetrics(createClusterMetrics(), config);
  await startCluster({ size, database, log, lifecycle, drainMs, hasJobs: config.role !== 'web' });
  return demoAccounts;
}

async function startMetrics(metrics: MetricsSource, config: Config): Promise<void> {
  if (config.metrics) lifecycle.onStop((await startMetricsServer(metrics, config.metrics)).stop);
}

/** Creates the data that must exist before the first request. Each step may be repeated. */
async function prepareData(
  app: App,
  config: Config,
  log: FastifyBaseLogger,
  { db, dataDir }: OpenedDatabase,
): Promise<DemoAccount[]> {
  const isDemo = config.database.kind === 'embedded' && config.isLocalhost;
  return retryWhileUnavailable(async () => {
    await app.plans.ensureDefaultPlan();
    return isDemo ? seedDemo({ ...app, db, dataDir, log }) : [];
  });
}

/**
 * Repeats `work` while the database is not available. Loading the pages can occupy the event loop for longer than a
 * connection attempt may take.
 */
async function retryWhileUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + processLimits.preparation;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || lifecycle.isStopping() || Date.now() > deadline) throw error;
      await sleep(preparationPauseMs);
    }
  }
}

/** Checked before anything is created on disk: a port in use is the most common mistake. */
async function requireFreePort({ host, port }: Config): Promise<void> {
  for (const address of addressesOf(host)) {
    const server = createServer().listen(port, address);
    await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
      // Without IPv6 the address cannot be in use.
      if (!(address === '::1' && error.code !== 'EADDRINUSE')) throw error;
    });
    if (server.listening) await promisify(server.close.bind(server))();
  }
}

function describePortError(error: unknown): string | undefined {
  const { code, port, address } = error as { code?: string; port?: number; address?: string };
  if (code === 'EADDRINUSE')
    return `PORT: ${port} is already in use; stop the process that listens there or set another PORT`;
  if (code === 'EACCES' && port !== undefined)
    return `PORT: this user may not listen on ${port}; set another PORT`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST: this machine has no address ${address ?? ''}`;
  return undefined;
}

/** Prints the address of the site, its data folder and the demo accounts. */
function printStartupSummary(
  { publicUrl, site }: Config,
  { dataDir }: OpenedDatabase,
  demoAccounts: DemoAccount[],
): void {
  const lines = ['', `  ${site.name}: ${publicUrl}`, `  Data:      ${dataDir}`];
  if (demoAccounts.length > 0) lines.push('  Demo accounts (only on this machine):');
  for (const { role, email, password } of demoAccounts)
    lines.push(`    ${role.padEnd(7)} ${email.padEnd(22)} ${password}`);
  process.stdout.write(`${lines.join('\n')}\n\n`);
}
