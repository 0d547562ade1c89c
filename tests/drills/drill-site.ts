import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, openDatabase } from '#server/platform/db/database.ts';
import { joinEmbeddedPostgres } from '#server/platform/db/embedded/join-embedded-postgres.ts';
import { hangLimitMs } from '../support/hang-limit.ts';

const root = resolve(import.meta.dirname, '../..');

/** A site as `npm start` runs it, below its supervisor, with an embedded database. */
export type DrillSite = {
  origin: string;
  dataDir: string;
  output(): string;
  /** The processes that a fault may hit. Empty while they are being replaced. */
  processes(): SiteProcesses;
  isReady(): Promise<boolean>;
  /** Opens a pool to the embedded database; waits until it accepts connections. */
  openDatabase(): Promise<Db>;
  stop(): Promise<void>;
};

export type SiteProcesses = {
  /** The process below the supervisor; with several processes, the one that starts the others. */
  server: number | undefined;
  /** The first of several processes, which also runs the jobs; otherwise the server. */
  worker: number | undefined;
  database: number | undefined;
  backends: number[];
};

type DrillSiteOptions = {
  dataDir: string;
  /** The folder of another release. */
  release?: string;
  env?: Record<string, string>;
};

/** Starts the built site and waits until it is ready. Rate limits are off: all load comes from one address. */
export async function startDrillSite({
  dataDir,
  release = root,
  env = {},
}: DrillSiteOptions): Promise<DrillSite> {
  const port = await findFreePort();
  // Each release brings its own Node.js.
  const child = spawn(join(release, 'node_modules/.bin/node'), ['scripts/start.ts'], {
    cwd: release,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      NODE_ENV: 'production',
      // Not on localhost: without the demo content, whose pictures take minutes.
      PUBLIC_URL: 'http://drill.example',
      SANDBOX_PAYMENTS: 'true',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '0',
      // A busy machine must not cause refusals.
      SHED_ON_LAG: 'false',
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      // The end is enough to explain a failure; a long drill logs much.
      output = (output + text).slice(-100_000);
    });
  const origin = `http://localhost:${port}`;
  const site: DrillSite = {
    origin,
    dataDir,
    output: () => output,
    processes: () => findProcesses(child.pid ?? 0, dataDir),
    isReady: async () => (await fetch(`${origin}/readyz`).catch(() => undefined))?.status === 200,
    openDatabase: () => openPool(dataDir),
    stop: () => stop(child),
  };
  const startedAt = performance.now();
  while (!(await site.isReady())) {
    if (child.exitCode !== null || performance.now() - startedAt > hangLimitMs) {
      await site.stop();
      throw new Error(`the site did not start: ${output}`);
    }
    await sleep(20);
  }
  return site;
}

function findProcesses(supervisor: number, dataDir: string): SiteProcesses {
  const all = listProcesses();
  const childrenOf = (parent: number | undefined) => all.filter((one) => one.parent === parent);
  const isServer = ({ command }: Process) => /server\/main\.ts/.test(command);
  const server = childrenOf(supervisor).find(isServer)?.pid;
  const forked = childrenOf(server).filter(isServer);
  const database = readDatabasePid(dataDir);
  return {
    server,
    worker: forked.map(({ pid }) => pid).sort((a, b) => a - b)[0] ?? server,
    database: all.some(({ pid }) => pid === database) ? database : undefined,
    backends: database === undefined ? [] : childrenOf(database).map(({ pid }) => pid),
  };
}

type Process = { pid: number; parent: number; command: string };

function listProcesses(): Process[] {
  const listed = execFileSync('ps', ['-eo', 'pid=,ppid=,state=,args='], { encoding: 'utf8' });
  return listed.split('\n').flatMap((line) => {
    const [, pid, parent, state, command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S)\s+(.*)$/.exec(line) ?? [];
    return pid && state !== 'Z' ? [{ pid: Number(pid), parent: Number(parent), command }] : [];
  });
}

function readDatabasePid(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres/postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}

async function openPool(dataDir: string): Promise<Db> {
  for (;;) {
    const urls = await joinEmbeddedPostgres(dataDir);
    if (urls) return openDatabase({ url: urls.appUrl, maxConnections: 2, applicationName: 'drill' });
    await sleep(50);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), hangLimitMs);
  await exit;
  clearTimeout(timer);
}

async function findFreePort(): Promise<number> {
  for (;;) {
    // Below the ephemeral port range, whose ports outgoing connections may take at any time.
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((done) => {
      server.once('error', () => done(false)).listen(port, () => done(true));
    });
    await new Promise((done) => server.close(done));
    if (isFree) return port;
  }
}
