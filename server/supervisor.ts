import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { restartPauses } from './platform/process-limits.ts';
import { enforceReportedExit } from './reported-exit.ts';
import { onStopRequest } from './stop-requests.ts';

/** From the parent: stop. From the server: it has received a stop signal, or it listens. */
export type SupervisorMessage = 'stop' | 'asked to stop' | 'started';
export const supervisedFlag = '--supervised';

const maxRestartDelayMs = 30_000;
/** A server that ran this long did not fail at start. */
const healthyAfterMs = 60_000;

/** Process 1 of a container has to reap orphaned processes, which Node cannot do. */
const initScript = `
for signal in TERM INT HUP; do trap "kill -$signal \\$child" $signal; done
"$@" & child=$!
while :; do
  wait "$child"; code=$?
  [ "$code" -gt 128 ] && kill -0 "$child" 2>/dev/null || exit "$code"
done`;

/**
 * As process 1, replaces itself by a shell that runs the same command as its child, forwards signals and reaps
 * orphans.
 */
export function runUnderInit(): void {
  const shell = '/bin/sh';
  if (process.pid !== 1 || !process.execve || !existsSync(shell)) return;
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(shell, ['sh', '-c', initScript, 'init', ...command], process.env as Record<string, string>);
}

type Options = {
  /** Arguments of Node for the server; `supervisedFlag` is added. */
  serverArgs: string[];
  /** Commands that run to completion first, one after the other. */
  setupCommands: string[][];
  /** Stops processes that a killed server left running. */
  cleanUp(): Promise<void>;
};

/**
 * Runs the server as a child process, restarts it when it dies, with growing delays if it fails early, and exits with
 * it. A first start that fails has logged the reason and is not repeated. This process does nothing else, so no
 * request can crash it.
 */
export async function supervise({ serverArgs, setupCommands, cleanUp }: Options): Promise<never> {
  let child: ChildProcess | undefined;
  let ownStopRequests = 0;
  let hasChildReportedStop = false;
  let forwardedRequests = 0;
  let wake: () => void = () => undefined;
  let hasStarted = false;
  /** Whether the present server has started, or the last one had. */
  let hasServed = false;

  // Terminals and init systems signal the child too: its report and the signal to the parent count as one request.
  const countStopRequests = () => Math.max(ownStopRequests, hasChildReportedStop ? 1 : 0);

  function forwardStopRequests(): void {
    if (countStopRequests() > 0) wake();
    for (; child && forwardedRequests < countStopRequests(); forwardedRequests += 1)
      if (child.connected) child.send('stop' satisfies SupervisorMessage, () => undefined);
      else child.kill('SIGTERM');
  }

  onStopRequest(() => {
    ownStopRequests += 1;
    forwardStopRequests();
  });

  function run(args: string[], hasChannel: boolean): Promise<{ code: number | null; signal: string | null }> {
    const started = spawn(process.execPath, [...process.execArgv, ...args], {
      stdio: ['inherit', 'inherit', 'inherit', ...(hasChannel ? (['ipc'] as const) : [])],
    });
    child = started;
    const reportedCode = enforceReportedExit(started);
    started.on('message', (message: SupervisorMessage) => {
      if (message === 'started') hasStarted = hasServed = true;
      if (message === 'asked to stop') hasChildReportedStop = true;
      forwardStopRequests();
    });
    forwardStopRequests();
    return new Promise((resolve, reject) => {
      started.once('error', reject);
      started.once('exit', (code, signal) => {
        child = undefined;
        const exitCode = reportedCode();
        resolve(exitCode === undefined ? { code, signal } : { code: exitCode, signal: null });
      });
    });
  }

  const sleepUntilWoken = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  for (const args of setupCommands) {
    const { code } = await run(args, false);
    if (code !== 0 || countStopRequests() > 0) process.exit(countStopRequests() > 0 ? 0 : (code ?? 1));
  }
  let restartDelayMs = restartPauses.first;
  for (;;) {
    const startedAt = performance.now();
    hasServed = false;
    const { code, signal } = await run([...serverArgs, supervisedFlag], true);
    if (countStopRequests() > 0) {
      if (signal !== null) await cleanUp();
      process.exit(code ?? 1);
    }
    if (!hasStarted && code !== null) process.exit(code);
    if (performance.now() - startedAt > healthyAfterMs) restartDelayMs = restartPauses.first;
    // Readers wait for it.
    if (hasServed) restartDelayMs = Math.min(restartDelayMs, restartPauses.longestAfterServing);
    report({ code, signal, restartDelayMs });
    await sleepUntilWoken(restartDelayMs);
    restartDelayMs = Math.min(restartDelayMs * 2, maxRestartDelayMs);
    if (countStopRequests() > 0) {
      await cleanUp();
      process.exit(0);
    }
  }
}

/** Same format as the log of the server. Loading the logging library would cost memory in this process. */
function report(details: { code: number | null; signal: string | null; restartDelayMs: number }): void {
  const line = { level: 50, time: new Date().toISOString(), ...details };
  process.stdout.write(`${JSON.stringify({ ...line, msg: 'the server has died and is started again' })}\n`);
}
