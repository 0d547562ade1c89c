import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether a process with this id exists, be it a dead one that nobody has reaped yet. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether it exists and is not merely waiting to be reaped; cheap enough to ask often. */
export function processRuns(pid: number): boolean {
  return processExists(pid) && (process.platform !== 'linux' || commandLine(pid) !== '');
}

/** Whether this process is a live postmaster of the cluster, and not another one that got the same id. */
export function isPostmasterOf(cluster: string, pid: number): boolean {
  if (!processExists(pid)) return false;
  const command = commandLine(pid);
  return command.includes('postgres') && command.includes(cluster);
}

function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
