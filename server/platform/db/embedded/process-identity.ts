import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A process as it cannot be confused with a later one of the same id. */
export type ProcessIdentity = {
  pid: number;
  /** In the system's own words, for comparison only; on Linux in ticks since the boot, which no change of the clock moves. */
  startedAt: string;
};

/** Whether a process with this id exists, be it a dead one that nobody has reaped yet. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The process that has this id now; undefined where there is none, or one that is merely waiting to be reaped. */
export function identify(pid: number): ProcessIdentity | undefined {
  if (!processExists(pid)) return undefined;
  const startedAt = process.platform === 'linux' ? startTicks(pid) : ask(pid, 'lstart=');
  return startedAt ? { pid, startedAt } : undefined;
}

/** Whether this very process still runs; cheap enough to ask often. */
export function isRunning({ pid, startedAt }: ProcessIdentity): boolean {
  return identify(pid)?.startedAt === startedAt;
}

/** Whether the process was started as the postmaster of exactly this folder, and not of one with a similar name. */
export function isPostmasterOf(cluster: string, pid: number): boolean {
  if (process.platform !== 'linux') {
    // One text without the borders of the arguments; ours are followed by settings.
    const command = ask(pid, 'command=');
    return /(^|\/)postgres /.test(command) && command.includes(` -D ${cluster} -c `);
  }
  const [program = '', ...args] = readProc(pid, 'cmdline').split('\0');
  return path.basename(program) === 'postgres' && args[args.indexOf('-D') + 1] === cluster;
}

/** Field 22 of `/proc/PID/stat`; the second one, in brackets, may hold spaces. Empty for a zombie. */
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

function ask(pid: number, column: string): string {
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
