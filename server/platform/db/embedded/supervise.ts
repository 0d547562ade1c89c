import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { type LaunchOptions, launchPostmaster, type Postmaster, stopPostmaster } from './postmaster.ts';

export type Supervised = { adopted: boolean; stop(): Promise<void> };

const firstPauseMs = 100;
const maxPauseMs = 10_000;
// For a server that had accepted connections: the site waits for it.
const maxPauseAfterReadyMs = 1_000;
// A crash after running this long counts as the first one again.
const stableAfterMs = 60_000;

/**
 * Launches the server and runs `prepare` against it. Restarts the server with growing pauses whenever it ends by
 * itself, until `stop` is called.
 */
export async function supervise(options: LaunchOptions, prepare: () => Promise<void>): Promise<Supervised> {
  const first = await launchPrepared(options, prepare);
  const stopping = new AbortController();
  let current: Postmaster | undefined = first;

  const keepRunning = async (): Promise<void> => {
    let pauseMs = firstPauseMs;
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      if (current) {
        await current.exited;
        if (stopping.signal.aborted) return;
        options.log.error({ pid: current.pid }, 'PostgreSQL ended unexpectedly; starting it again');
      }
      if (performance.now() - startedAt > stableAfterMs) pauseMs = firstPauseMs;
      if (current) pauseMs = Math.min(pauseMs, maxPauseAfterReadyMs);
      current = undefined;
      await sleep(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      pauseMs = Math.min(pauseMs * 2, maxPauseMs);
      if (!stopping.signal.aborted) current = await tryLaunch(options);
    }
  };
  const supervision = keepRunning();

  const stop = async (): Promise<void> => {
    stopping.abort();
    const running = current;
    if (running) await stopPostmaster(running, options.log);
    await supervision;
    // A restart may have been in progress.
    if (current && current !== running) await stopPostmaster(current, options.log);
  };
  return { adopted: first.adopted, stop };
}

async function tryLaunch(options: LaunchOptions): Promise<Postmaster | undefined> {
  try {
    const postmaster = await launchPostmaster(options);
    options.log.info({ pid: postmaster.pid }, 'PostgreSQL runs again');
    return postmaster;
  } catch (error) {
    options.log.error({ err: error }, 'PostgreSQL could not be restarted; retrying');
    return undefined;
  }
}

async function launchPrepared(options: LaunchOptions, prepare: () => Promise<void>): Promise<Postmaster> {
  const postmaster = await launchPostmaster(options);
  try {
    await prepare();
    return postmaster;
  } catch (error) {
    await stopPostmaster(postmaster, options.log);
    if (!postmaster.adopted || error instanceof EmbeddedPostgresError) throw error;
    // An orphaned server whose socket was deleted is unreachable; a new server is not.
    options.log.warn({ err: error }, 'the PostgreSQL server left by an earlier start did not respond');
    return launchPrepared(options, prepare);
  }
}
