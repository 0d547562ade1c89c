import type { ChildProcess } from 'node:child_process';
import { processLimits } from './platform/process-limits.ts';

/** From a child process that has stopped all its parts and now exits with this code. */
export type ExitReport = { exitCode: number };

/**
 * Tells the parent process, if it listens, that this process exits. Node can hang in `process.exit`: it waits for a thread
 * of the compiler that waits for a garbage collection in the thread that exits
 * (https://github.com/nodejs/node/issues/54918).
 */
export function reportExit(exitCode: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (process.connected) process.send?.({ exitCode } satisfies ExitReport, () => resolve());
  else resolve();
  return promise;
}

/**
 * Kills `child` if it still runs 5 s after it reported its exit. Returns a function that returns the reported exit
 * code.
 */
export function enforceReportedExit(child: ChildProcess): () => number | undefined {
  let exitCode: number | undefined;
  child.on('message', (message: ExitReport | string) => {
    if (typeof message === 'string' || !('exitCode' in message)) return;
    exitCode = message.exitCode;
    const timer = setTimeout(() => child.kill('SIGKILL'), processLimits.exit);
    child.once('exit', () => clearTimeout(timer));
  });
  return () => exitCode;
}
