import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildSiteIfStale } from '../scripts/build-site.ts';
import type { Statement } from './statements.ts';

const root = resolve(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
/** The server as `npm start` runs it, with the current Node binary and without the supervisor. */
const startCommand: string = scripts.start
  .replace(/\bnode\b/, process.execPath)
  .replace('scripts/start.ts', 'server/main.ts');
const startLimitMs = 180_000;
/** Clock ticks of /proc/<pid>/stat: 100 per second on every Linux in use. */
const tickMs = 10;
const pageBytes = 4096;

/** A measured server, in a separate process. */
export type MeasuredProcess = {
  origin: string;
  /** CPU time that all threads of the process have used, in milliseconds. */
  cpuMs(): number;
  memoryMb(): number;
  stop(): Promise<void>;
};

export type SiteOptions = { dataDir: string; port?: number; env?: Record<string, string> };

/**
 * Starts the built site on this data folder as `npm start` does. The rate limits are off, since all load comes from one
 * address.
 */
export async function startSite({
  dataDir,
  port: chosenPort,
  env = {},
}: SiteOptions): Promise<MeasuredProcess & { startMs: number }> {
  const port = chosenPort ?? (await freePort());
  buildSiteIfStale();
  const startedAt = performance.now();
  const child = spawn('sh', ['-c', startCommand], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '0',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://localhost:${port}`;
  while (!(await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || performance.now() - startedAt > startLimitMs)
      throw new Error('the site did not start');
    await sleep(20);
  }
  return { origin, startMs: performance.now() - startedAt, ...monitorProcess(child) };
}

export type Baseline =
  | { kind: 'bytes'; body: string; headers: Record<string, string> }
  | { kind: 'query'; databaseUrl: string; statements: Statement[] }
  | { kind: 'render'; path: string; origin: string };

/** Starts `baseline.ts`, which produces the same response without the site around it. */
export async function startBaseline(baseline: Baseline): Promise<MeasuredProcess> {
  const child = fork(resolve(import.meta.dirname, 'baseline.ts'), {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  child.send(baseline);
  const [port] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('the baseline did not start'))),
  ]);
  return { origin: `http://localhost:${port}`, ...monitorProcess(child) };
}

function monitorProcess(child: ChildProcess): Omit<MeasuredProcess, 'origin'> {
  const exit = once(child, 'exit');
  return {
    cpuMs() {
      // The process name may contain spaces. After it, user and system time are fields 12 and 13.
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * tickMs;
    },
    memoryMb: () =>
      (Number(readFileSync(`/proc/${child.pid}/statm`, 'utf8').split(' ')[1]) * pageBytes) / 2 ** 20,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await exit;
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
