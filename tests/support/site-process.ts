import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, vi } from 'vitest';
import { hangLimitMs } from './hang-limit.ts';

const root = resolve(import.meta.dirname, '../..');
/** Below the ephemeral port range, whose ports outgoing connections may take at any time. */
const ports = { from: 10_000, count: 20_000 };
/** For processes that tests start; see patient-deadlines.ts. */
export const patientNodeOptions = `--import=${pathToFileURL(resolve(root, 'tests/support/patient-deadlines.ts'))}`;

/** Finds a free port. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = ports.from + Math.floor(Math.random() * ports.count);
    const server = createServer().listen(port);
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
}

/** Creates a temporary folder that the user of PostgreSQL may traverse. */
export function createTempFolder(name: string): string {
  const path = mkdtempSync(join(tmpdir(), `news-site-${name}-`));
  chmodSync(path, 0o755);
  return path;
}

export type SiteProcess = {
  child: ChildProcess;
  pid: number;
  output(): string;
  /** Waits until the process has ended. */
  waitForExit(): Promise<number | null>;
};

type Launch = { folder: string; port: number; env?: Record<string, string>; detached?: boolean };

/** Starts a site with its data in `folder`. */
export function launchSite(
  [program, ...args]: [string, ...string[]],
  { folder, port, env = {}, detached = false }: Launch,
): SiteProcess {
  const child = spawn(program, args, {
    cwd: root,
    detached,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      NODE_ENV: 'production',
      NODE_OPTIONS: patientNodeOptions,
      // A busy test machine must not cause refusals.
      SHED_ON_LAG: 'false',
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const exit = new Promise<number | null>((done) => child.once('exit', done));
  return { child, pid: child.pid ?? 0, output: () => output, waitForExit: () => exit };
}

/** Waits until the site reports that it is ready. */
export async function waitUntilReady(port: number): Promise<void> {
  const check = async () => expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200);
  await vi.waitFor(check, { timeout: hangLimitMs });
}

export const isRunning = (pid: number): boolean => {
  try {
    // A zombie process does not run.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

/** The child processes of a process, with their command lines. */
export const listChildren = (pid: number): Array<{ pid: number; command: string }> => {
  try {
    const listed = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' });
    return listed
      .trim()
      .split('\n')
      .map((line) => /^\s*(\d+)\s+(.*)$/.exec(line))
      .flatMap((found) => (found ? [{ pid: Number(found[1]), command: found[2] ?? '' }] : []));
  } catch {
    return [];
  }
};

/** The pid of the embedded PostgreSQL from its pid file. */
export function readDatabasePid(folder: string): number | undefined {
  const file = join(folder, 'data/postgres/postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}
