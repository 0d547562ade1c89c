import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Identifies a process, also after its id has been reused. */
export type ProcessIdentity = {
  pid: number;
  /**
   * As the system reports it, for comparison only. On Linux in clock ticks since boot, which clock changes do not
   * affect.
   */
  startedAt: string;
};

/** Whether a process with this id exists, including a zombie. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The process that has this id now; undefined when there is none or only a zombie. */
export function identify(pid: number): ProcessIdentity | undefined {
  if (!processExists(pid)) return undefined;
  const startedAt = process.platform === 'linux' ? startTicks(pid) : readPsColumn(pid, 'lstart=');
  return startedAt ? { pid, startedAt } : undefined;
}

/** Whether this process still runs; cheap enough for polling. */
export function isRunning({ pid, startedAt }: ProcessIdentity): boolean {
  return identify(pid)?.startedAt === startedAt;
}

/** Whether the process was started as the postmaster of exactly this folder, and not of one with a similar name. */
export function isPostmasterOf(cluster: string, pid: number): boolean {
  if (process.platform !== 'linux') {
    // ps returns one string without separators between arguments. In our command line, settings follow the folder.
    const command = readPsColumn(pid, 'command=');
    return /(^|\/)postgres /.test(command) && command.includes(` -D ${cluster} -c `);
  }
  const [program = '', ...args] = readProc(pid, 'cmdline').split('\0');
  return path.basename(program) === 'postgres' && args[args.indexOf('-D') + 1] === cluster;
}

/** Whether a postmaster of exactly this folder runs, also one that has not written its file yet. */
export function hasPostmaster(cluster: string): boolean {
  const pids =
    process.platform === 'linux'
      ? readdirSync('/proc').filter((name) => /^\d+$/.test(name))
      : runPs('-A', '-o', 'pid=,command=')
          .split('\n')
          .filter((line) => line.includes(cluster));
  return pids.some((pid) => isPostmasterOf(cluster, Number.parseInt(pid, 10)));
}

/** Field 22 of `/proc/PID/stat`. The second field, in parentheses, may contain spaces. Empty for a zombie. */
function startTicks(pid: number): string {
  const stat = readProc(pid, 'stat');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? '' : (fields[19] ?? '');
}

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

const readPsColumn = (pid: number, column: string): string => runPs('-o', column, '-p', String(pid));

function runPs(...args: string[]): string {
  try {
    return execFileSync('ps', args, { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
