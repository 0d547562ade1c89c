import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type App, compose } from './compose.ts';
import { type Config, loadConfig } from './config.ts';
import { type DemoAccount, seedDemo } from './demo.ts';
import { type OpenedDatabase, openConfiguredDatabase, operatorMessage } from './open-database.ts';
import { loadOrCreateSecret } from './platform/crypto.ts';
import { createReadinessProbe } from './platform/db/readiness.ts';
import { createLog } from './platform/log.ts';
import { addDevelopmentServer } from './platform/ssr/development.ts';

const projectRoot = resolve(import.meta.dirname, '..');
const buildFolder = resolve(projectRoot, 'build');
/** Requests under way may finish; what takes longer is cut off. */
const stopDeadlineMs = 10_000;

const isDevelopment = process.argv.includes('--dev');
const hurry = new AbortController();

/** What has been started, newest last: it is stopped in the opposite order. */
const started: Array<() => Promise<unknown>> = [];
let isStopping = false;
let starting: Promise<void> = Promise.resolve();
let drainMs = 0;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
await run();

async function run(): Promise<void> {
  try {
    starting = start(loadConfig());
    await starting;
  } catch (error) {
    const message = operatorMessage(error) ?? portMessage(error);
    process.stderr.write(`${message ?? (error as Error).stack}\n`);
    await stop(1);
  }
}

async function start(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error) => {
      log.fatal({ err: error }, event);
      void stop(1);
    });
  const doesAnswer = config.role !== 'worker';
  if (doesAnswer) await requireFreePort(config);
  const database = await openConfiguredDatabase(config, log);
  started.push(database.close);
  const probe = createReadinessProbe(database.url);
  started.push(probe.stop);
  const app = await compose({
    config,
    db: database.db,
    dataDir: database.dataDir,
    jwtSecret: config.jwtSecret ?? (await loadOrCreateSecret(resolve(database.dataDir, 'secrets', 'jwt'))),
    log,
    readiness: { isReady: () => probe.isReady() && !isStopping },
  });
  started.push(() => Promise.race([app.close(), patience(stopDeadlineMs)]));
  if (doesAnswer) await addPages(app);
  await app.plans.provide();
  const isDemo = config.database.kind === 'embedded' && config.isLocalhost;
  const demoAccounts = isDemo
    ? await seedDemo({ ...app, db: database.db, dataDir: database.dataDir, log })
    : [];
  if (isStopping) return;
  if (doesAnswer) await app.http.listen({ host: config.host, port: config.port });
  // What the demo content leaves to do is heavy, and waits until there is an answer.
  if (config.role !== 'web')
    await app.startJobs(database.url, { isAlone: config.database.kind === 'embedded' });
  drainMs = config.drainMs;
  greet(config, database, demoAccounts);
  if (config.mail.smtpUrl === undefined && !config.isLocalhost)
    log.warn({}, 'SMTP_URL is not set: mails become files in the data folder and reach nobody');
}

/**
 * Stops what has been started, a start that is under way included, and ends the process. Asked again, it no longer waits
 * for balancers and requests, but the database is always stopped in order.
 */
async function stop(exitCode: number): Promise<void> {
  if (isStopping) return hurry.abort();
  isStopping = true;
  // Until the end there is something to do, even when no connection and no timer is left to wait for.
  setInterval(() => undefined, stopDeadlineMs);
  // A balancer asks /readyz and needs a moment to look elsewhere.
  await patience(drainMs);
  await starting.catch(() => undefined);
  for (const close of started.reverse()) await close().catch(() => undefined);
  process.exit(exitCode);
}

/** Waits that long, or until somebody asks a second time. */
async function patience(ms: number): Promise<void> {
  await sleep(ms, undefined, { signal: hurry.signal, ref: false }).catch(() => undefined);
}

async function addPages(app: App): Promise<void> {
  await app.addPages(
    isDevelopment
      ? { loadBuild: await addDevelopmentServer(app.http), clientFolder: null, isDevelopment }
      : { loadBuild: loadBuild(), clientFolder: resolve(buildFolder, 'client'), isDevelopment },
  );
}

/** Before anything is created on disk: a taken port is the commonest mistake. */
async function requireFreePort({ host, port }: Config): Promise<void> {
  for (const address of host === 'localhost' ? ['127.0.0.1', '::1'] : [host]) {
    const server = createServer().listen(port, address);
    await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
      // A machine without IPv6 has nobody there either.
      if (!(address === '::1' && error.code !== 'EADDRINUSE')) throw error;
    });
    if (server.listening) await promisify(server.close.bind(server))();
  }
}

function loadBuild(): () => Promise<unknown> {
  const build = import(pathToFileURL(resolve(buildFolder, 'server', 'index.js')).href);
  return () => build;
}

function portMessage(error: unknown): string | undefined {
  const { code, port, address } = error as { code?: string; port?: number; address?: string };
  if (code === 'EADDRINUSE')
    return `PORT: ${port} is already taken; stop what listens there or set another PORT`;
  if (code === 'EACCES' && port !== undefined)
    return `PORT: this user may not listen on ${port}; set another PORT`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST: this machine has no address ${address ?? ''}`;
  return undefined;
}

/** What somebody who has just started the site wants to know. */
function greet({ publicUrl }: Config, { dataDir }: OpenedDatabase, demoAccounts: DemoAccount[]): void {
  const lines = ['', `  News Site: ${publicUrl}`, `  Data:      ${dataDir}`];
  if (demoAccounts.length > 0) lines.push('  Demo accounts (only on this machine):');
  for (const { role, email, password } of demoAccounts)
    lines.push(`    ${role.padEnd(7)} ${email.padEnd(22)} ${password}`);
  process.stdout.write(`${lines.join('\n')}\n\n`);
}
