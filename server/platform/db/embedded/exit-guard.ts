import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/** Reads the end of its input when the process that started it ends in any way, and a line after a regular stop. */
const script = String.raw`trap '' HUP INT TERM
read -r line && exit
{ read -r pid && read -r folder; } < "$1/postmaster.pid" && [ "$folder" = "$1" ] || exit
case "$(tr '\0' ' ' < "/proc/$pid/cmdline" || ps -o args= -p "$pid")" in
  *" -D $1 "*) kill -INT "$pid" ;;
esac`;

/**
 * Stops the server of a cluster when this process is killed. A site does without it: its successor adopts the server.
 * Nobody comes after a command. Call the returned function after a regular stop.
 */
export function startExitGuard(cluster: string): () => void {
  // A separate session, so that neither Ctrl-C nor a kill of the process group ends the guard.
  const guard = spawn('/bin/sh', ['-c', script, 'sh', cluster], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => undefined).unref();
  guard.stdin.on('error', () => undefined);
  if (guard.stdin instanceof Socket) guard.stdin.unref();
  return () => guard.stdin.end('stopped\n');
}
