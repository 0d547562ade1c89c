import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
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

await run();

async function run(): Promise<void> {
  try {
    await start(loadConfig());
  } catch (error) {
    const message = operatorMessage(error) ?? portMessage(error);
    process.stderr.write(`${message ?? (error as Error).stack}\n`);
    process.exit(1);
  }
}

async function start(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  const doesAnswer = config.role !== 'worker';
  if (doesAnswer) await requireFreePort(config);
  const database = await openConfiguredDatabase(config, log);
  const probe = createReadinessProbe(database.url);
  let isStopping = false;
  let app: App | undefined;
  try {
    app = await compose({
      config,
      db: database.db,
      dataDir: database.dataDir,
      jwtSecret: config.jwtSecret ?? (await loadOrCreateSecret(resolve(database.dataDir, 'secrets', 'jwt'))),
      log,
      readiness: { isReady: () => probe.isReady() && !isStopping },
    });
    if (doesAnswer) await addPages(app);
    if (config.role !== 'web')
      await app.startJobs(database.url, { isAlone: config.database.kind === 'embedded' });
    const isDemo = config.database.kind === 'embedded' && config.isLocalhost;
    const demoAccounts = isDemo
      ? await seedDemo({ ...app, db: database.db, dataDir: database.dataDir, log })
      : [];
    if (doesAnswer) await app.http.listen({ host: config.host, port: config.port });
    greet(config, database, demoAccounts);
    if (config.mail.smtpUrl === undefined && !config.isLocalhost)
      log.warn({}, 'SMTP_URL is not set: mails become files in the data folder and reach nobody');
  } catch (error) {
    await probe.stop();
    await app?.close();
    await database.close();
    throw error;
  }

  const stop = async (exitCode: number): Promise<never> => {
    if (isStopping) process.exit(exitCode || 1);
    isStopping = true;
    setTimeout(() => process.exit(1), config.drainMs + 2 * stopDeadlineMs).unref();
    // A balancer asks /readyz and needs a moment to look elsewhere.
    await new Promise((done) => setTimeout(done, config.drainMs));
    await Promise.race([app?.close(), new Promise((done) => setTimeout(done, stopDeadlineMs))]);
    await probe.stop();
    await database.close();
    process.exit(exitCode);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error) => {
      log.fatal({ err: error }, event);
      void stop(1);
    });
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
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
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
