import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { processLimits, restartPauses } from '#server/platform/process-limits.ts';

const root = resolve(import.meta.dirname, '../..');
/** Below the ephemeral port range, whose ports outgoing connections may take at any time. */
const ports = { from: 10_000, count: 20_000 };
/** Processes that run at the same time have close ids, so they take different ports. */
const portsPerProcess = 50;
let usedPorts = 0;
/** For processes that tests start; see patient-deadlines.ts. */
export const patientNodeOptions = `--import=${pathToFileURL(resolve(root, 'tests/support/patient-deadlines.ts'))}`;

/** Finds a free port. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = ports.from + ((process.pid * portsPerProcess + usedPorts) % ports.count);
    usedPorts += 1;
    const server = createServer().listen(port);
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await once(server.close(), 'close');
    return port;
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

export type Launch = {
  folder: string;
  port: number;
  env?: Record<string, string>;
  /** A module that its processes import first. */
  preloaded?: string;
  limits?: Partial<typeof processLimits>;
  pauses?: Partial<typeof restartPauses>;
  detached?: boolean;
};

/** Starts a site with its data in `folder`. */
export function launchSite(
  [program, ...args]: [string, ...string[]],
  { folder, port, env = {}, preloaded, limits, pauses, detached = false }: Launch,
): SiteProcess {
  const child = spawn(program, args, {
    cwd: root,
    detached,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      NODE_ENV: 'production',
      NODE_OPTIONS: preloaded ? `${patientNodeOptions} --import=${preloaded}` : patientNodeOptions,
      TEST_LIMITS: JSON.stringify({ limits, pauses }),
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

/** Waits until the site reports that it is ready; fails if its process has ended. */
export async function waitUntilReady(port: number, site?: SiteProcess): Promise<void> {
  const request = () => fetch(`http://localhost:${port}/readyz`).catch(() => undefined);
  while ((await request())?.status !== 200) {
    if (site && site.child.exitCode !== null) throw new Error(`the site has ended: ${site.output()}`);
    await sleep(20);
  }
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
