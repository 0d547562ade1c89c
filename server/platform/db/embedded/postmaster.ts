import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processLimits } from '../../process-limits.ts';
import type { DbLog } from '../db-log.ts';
import { cannotRun, serverEnvironment } from './cluster.ts';
import { diskFull, EmbeddedPostgresError } from './embedded-postgres-error.ts';
import {
  hasPostmaster,
  identify,
  isPostmasterOf,
  isRunning,
  type ProcessIdentity,
  processExists,
} from './process-identity.ts';
import { lastLines, type ServerLog } from './server-log.ts';
import type { ServerUser } from './server-user.ts';

/** A running server process, started by this process or by a predecessor. */
export type Postmaster = ProcessIdentity & { adopted: boolean; exited: Promise<void> };

export type LaunchOptions = {
  program: string;
  cluster: string;
  socketFolder: string;
  settings: Record<string, string>;
  user: ServerUser | undefined;
  serverLog: ServerLog;
  log: DbLog;
};

const pollMs = 10;
const adoptedPollMs = 250;
const progressMs = 10_000;
// Crash recovery may have to replay a long log.
const startLimitMs = 600_000;
const lookAgainMs = 100;
/** Why PostgreSQL refuses to start beside another server of its folder: that one is starting, or its processes end. */
const otherServer =
  /lock file "postmaster\.pid" (already exists|is empty)|bogus data in lock file|pre-existing shared memory block/;

/**
 * Adopts the server that a killed predecessor left behind, or starts one. A server with other settings or of another
 * release is stopped first. Resolves when the server accepts connections.
 */
export async function launchPostmaster(options: LaunchOptions): Promise<Postmaster> {
  const deadline = performance.now() + startLimitMs;
  for (let isFirstLook = true; ; isFirstLook = false) {
    const file = readPidFile(options.cluster);
    const orphan = findOrphan(options.cluster, file);
    if (orphan) {
      if ((await isReadyWithin(options, orphan)) && hasSameCommandLine(options)) return orphan;
      options.log.info({ pid: orphan.pid }, 'stopping a PostgreSQL server left by an earlier start');
      await stopPostmaster(orphan, options.log);
    } else if (performance.now() < deadline && hasPostmaster(options.cluster)) {
      if (isFirstLook) options.log.info({}, 'waiting for a PostgreSQL server left by an earlier start');
      await sleep(lookAgainMs);
    } else {
      removeStaleLocks(options, file);
      const logStart = options.serverLog.size();
      const started = await start(options);
      if (started) return started;
      const output = options.serverLog.since(logStart);
      if (!otherServer.test(output) || performance.now() > deadline)
        throw startFailure(options.cluster, output);
      await sleep(lookAgainMs);
    }
  }
}

/**
 * Ends all sessions and stops the server. If that takes too long, stops it without a checkpoint: no data is lost, but
 * the next start has to recover.
 */
export async function stopPostmaster(postmaster: Postmaster, log: DbLog): Promise<void> {
  signal(postmaster, 'SIGINT');
  if (await exitsWithin(postmaster, processLimits.fastStop)) return;
  log.warn({ pid: postmaster.pid }, 'PostgreSQL does not stop; forcing an immediate shutdown');
  signal(postmaster, 'SIGQUIT');
  if (await exitsWithin(postmaster, processLimits.immediateStop)) return;
  throw new EmbeddedPostgresError('start-failed', `PostgreSQL (process ${postmaster.pid}) cannot be stopped`);
}

function findOrphan(cluster: string, file: PidFile | undefined): Postmaster | undefined {
  // The file of a copied folder names the original folder, whose server may be running.
  if (file?.folder !== cluster) return undefined;
  const orphan = identify(file.pid);
  if (!orphan || !isPostmasterOf(cluster, orphan.pid)) return undefined;
  return { ...orphan, adopted: true, exited: watchUntilGone(orphan) };
}

/**
 * Removes the lock files of a killed server. When its process id is in use again or not yet reaped, or the file was
 * written only in part, PostgreSQL would take them for the files of a running server. Its protection against surviving
 * child processes is the shared memory, which does not depend on these files.
 */
function removeStaleLocks({ cluster, socketFolder }: LaunchOptions, file: PidFile | undefined): void {
  if (file && (file.isPartial || (file.pid > 0 && processExists(file.pid))))
    rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
  for (const name of readdirSync(socketFolder)) rmSync(path.join(socketFolder, name), { force: true });
}

async function watchUntilGone(identity: ProcessIdentity): Promise<void> {
  while (isRunning(identity)) await sleep(adoptedPollMs, undefined, { ref: false });
}

/** PostgreSQL stores the command line that started it. */
function hasSameCommandLine(options: LaunchOptions): boolean {
  const args = commandArguments(options).map((arg) => ` "${arg}"`);
  const wanted = realpathSync(options.program) + args.join('');
  try {
    return readFileSync(path.join(options.cluster, 'postmaster.opts'), 'utf8').trim() === wanted;
  } catch {
    return false;
  }
}

async function start(options: LaunchOptions): Promise<Postmaster | undefined> {
  const logFile = options.serverLog.open();
  let child: ChildProcess;
  try {
    child = spawn(options.program, commandArguments(options), {
      cwd: '/',
      env: serverEnvironment,
      uid: options.user?.uid,
      gid: options.user?.gid,
      // A separate session: Ctrl-C is meant for this process, which stops the server last.
      detached: true,
      stdio: ['ignore', logFile, logFile],
    });
  } finally {
    closeSync(logFile);
  }
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (error) => reject(cannotRun(options.program, error)));
  });
  child.unref();
  const startedAt = identify(child.pid ?? 0)?.startedAt ?? '';
  const postmaster = { pid: child.pid ?? 0, startedAt, adopted: false, exited };
  const isReady = await Promise.race([isReadyWithin(options, postmaster), failed]);
  return isReady ? postmaster : undefined;
}

function commandArguments({ cluster, socketFolder, settings }: LaunchOptions): string[] {
  const all = { ...settings, listen_addresses: '', unix_socket_directories: socketFolder };
  return ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** True when the server accepts connections, false when it has ended. Throws after the time limit. */
async function isReadyWithin(options: LaunchOptions, postmaster: Postmaster): Promise<boolean> {
  let isGone = false;
  postmaster.exited.then(() => {
    isGone = true;
  });
  const startedAt = performance.now();
  let nextProgressMs = progressMs;
  while (!isGone) {
    const state = readPidFile(options.cluster);
    if (state?.pid === postmaster.pid && state.status === 'ready') return true;
    if (state?.pid === postmaster.pid && state.status === 'stopping') return false;
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > startLimitMs) {
      throw new EmbeddedPostgresError(
        'start-failed',
        `PostgreSQL is not ready after ${startLimitMs / 1000} s`,
      );
    }
    if (waitedMs > nextProgressMs) {
      options.log.info({ waitedMs }, 'PostgreSQL is starting; after a crash it first replays its log');
      nextProgressMs += progressMs;
    }
    await sleep(pollMs);
  }
  return false;
}

type PidFile = { pid: number; folder: string; status: string; isPartial: boolean };

/** Lines of postmaster.pid: 1 process id, 2 data folder, 3 start time, 5 socket folder, 8 status. */
function readPidFile(cluster: string): PidFile | undefined {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const [pid, folder = '', , , , , , status = ''] = lines;
    return { pid: Number(pid), folder: folder.trim(), status: status.trim(), isPartial: lines.length < 3 };
  } catch {
    return undefined;
  }
}

function startFailure(cluster: string, output: string): EmbeddedPostgresError {
  if (output.includes('No space left on device')) return diskFull(cluster);
  return new EmbeddedPostgresError('start-failed', `PostgreSQL did not start: ${lastLines(output)}`);
}

async function exitsWithin(postmaster: Postmaster, limitMs: number): Promise<boolean> {
  const limit = new AbortController();
  // This timer also keeps this process alive, which the server process alone would not.
  const timeout = sleep(limitMs, false, { signal: limit.signal }).catch(() => false);
  const isGone = await Promise.race([postmaster.exited.then(() => true), timeout]);
  limit.abort();
  return isGone;
}

/** Signals only this process: its id may belong to another process by now. */
function signal(postmaster: Postmaster, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    if (isRunning(postmaster)) process.kill(postmaster.pid, name);
  } catch {
    // The process has already exited.
  }
}
