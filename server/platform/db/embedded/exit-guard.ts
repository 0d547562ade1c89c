import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Reads the end of its input when the process that started it ends in any way, and a line after a regular stop. Looks for
 * the server among all processes, because a starting one has not written its file.
 */
const script = String.raw`trap '' HUP INT TERM
read -r line && exit
for file in $(grep -lF -e "$1" /proc/[0-9]*/cmdline); do
  tr '\0' '\n' < "$file" | { read -r program && read -r option && read -r folder; [ "${'$'}{program##*/} $option $folder" = "postgres -D $1" ]; } &&
    pid="${'$'}{file#/proc/}" && kill -INT "${'$'}{pid%/cmdline}"
done
[ -d /proc/self ] || ps -A -o pid=,args= | while read -r pid command; do
  case "$command" in *"/postgres -D $1 -c "*) kill -INT "$pid" ;; esac
done`;

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
