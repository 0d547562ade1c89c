import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { onStopRequest } from './stop-requests.ts';

/** From the parent: stop. From the server: it has been asked to stop, or answers. */
export type SupervisorMessage = 'stop' | 'asked to stop' | 'started';
export const supervisedFlag = '--supervised';

const firstPauseMs = 500;
const longestPauseMs = 30_000;
/** A server that has lived that long did not die of what it began with. */
const healthyAfterMs = 60_000;

/** Process 1 of a container has to collect the processes whose parents have died, which Node cannot do. */
const initScript = `
for signal in TERM INT HUP; do trap "kill -$signal \\$child" $signal; done
"$@" & child=$!
while :; do
  wait "$child"; code=$?
  [ "$code" -gt 128 ] && kill -0 "$child" 2>/dev/null || exit "$code"
done`;

/** As process 1 this becomes a shell that runs the same command as its child, hands signals on and collects the dead. */
export function leaveProcessOne(): void {
  const shell = '/bin/sh';
  if (process.pid !== 1 || !process.execve || !existsSync(shell)) return;
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(shell, ['sh', '-c', initScript, 'init', ...command], process.env as Record<string, string>);
}

type Options = {
  /** The arguments of Node for the server, which gets `supervisedFlag` as well. */
  server: string[];
  /** What has to be run to its end before, in turn. */
  before: string[][];
  /** Ends what a server that was killed has left running. */
  cleanUp(): Promise<void>;
};

/**
 * Runs the server as a child process, starts it again when it dies, with growing pauses while it dies young, and ends
 * with it. A first start that fails by itself has said why, and is not repeated. This process does nothing else, so that
 * nothing a request does can stop it.
 */
export async function supervise({ server, before, cleanUp }: Options): Promise<never> {
  let child: ChildProcess | undefined;
  let ownRequests = 0;
  let wasChildAsked = false;
  let told = 0;
  let wake: () => void = () => undefined;
  let hasStarted = false;

  // A terminal and an init system signal the child too: what it reports is the same request, and none of its own.
  const requests = () => Math.max(ownRequests, wasChildAsked ? 1 : 0);

  function tell(): void {
    if (requests() > 0) wake();
    for (; child && told < requests(); told += 1)
      if (child.connected) child.send('stop' satisfies SupervisorMessage, () => undefined);
      else child.kill('SIGTERM');
  }

  onStopRequest(() => {
    ownRequests += 1;
    tell();
  });

  function run(args: string[], hasChannel: boolean): Promise<{ code: number | null; signal: string | null }> {
    const started = spawn(process.execPath, [...process.execArgv, ...args], {
      stdio: ['inherit', 'inherit', 'inherit', ...(hasChannel ? (['ipc'] as const) : [])],
    });
    child = started;
    started.on('message', (message: SupervisorMessage) => {
      if (message === 'started') hasStarted = true;
      if (message === 'asked to stop') wasChildAsked = true;
      tell();
    });
    tell();
    return new Promise((resolve, reject) => {
      started.once('error', reject);
      started.once('exit', (code, signal) => {
        child = undefined;
        resolve({ code, signal });
      });
    });
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  for (const args of before) {
    const { code } = await run(args, false);
    if (code !== 0 || requests() > 0) process.exit(requests() > 0 ? 0 : (code ?? 1));
  }
  let pauseMs = firstPauseMs;
  for (;;) {
    const startedAt = performance.now();
    const { code, signal } = await run([...server, supervisedFlag], true);
    if (requests() > 0) {
      if (signal !== null) await cleanUp();
      process.exit(code ?? 1);
    }
    if (!hasStarted && code !== null) process.exit(code);
    if (performance.now() - startedAt > healthyAfterMs) pauseMs = firstPauseMs;
    report({ code, signal, pauseMs });
    await pause(pauseMs);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    if (requests() > 0) {
      await cleanUp();
      process.exit(0);
    }
  }
}

/** As the log of the server looks, whose library is not worth its memory here. */
function report(facts: { code: number | null; signal: string | null; pauseMs: number }): void {
  const line = { level: 50, time: new Date().toISOString(), ...facts };
  process.stdout.write(`${JSON.stringify({ ...line, msg: 'the server has died and is started again' })}\n`);
}
