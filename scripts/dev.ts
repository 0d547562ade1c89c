import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { resolve } from 'node:path';
import { enforceReportedExit } from '../server/reported-exit.ts';
import { onStopRequest } from '../server/stop-requests.ts';
import { type SupervisorMessage, supervisedFlag } from '../server/supervisor.ts';

/**
 * Runs the server and restarts it when one of its files changes; Vite reloads the pages inside it. Node's own --watch
 * would react to Vite's temporary files.
 */
const root = resolve(import.meta.dirname, '..');
const watched = ['server', 'contract', 'locales', 'db/migrations'];
const debounceMs = 100;

let server = start();
let isRestarting = false;
let timer: NodeJS.Timeout | undefined;

function start(): ChildProcess {
  // A worker would serve pages of an earlier run.
  const env = { OFFLINE_READING: 'false', ...process.env, NODE_ENV: 'development' };
  const child = spawn(process.execPath, ['server/main.ts', '--dev', supervisedFlag], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env,
  });
  enforceReportedExit(child);
  return child;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

async function stop(): Promise<void> {
  if (hasEnded(server)) return;
  const ended = once(server, 'exit');
  if (server.connected) server.send('stop' satisfies SupervisorMessage);
  await ended;
}

async function restart(file: string): Promise<void> {
  if (isRestarting) return;
  isRestarting = true;
  console.log(`${file} has changed`);
  await stop();
  server = start();
  isRestarting = false;
}

for (const folder of watched)
  watch(resolve(root, folder), { recursive: true }, (_event, file) => {
    if (file?.includes('.test.')) return;
    clearTimeout(timer);
    timer = setTimeout(() => void restart(`${folder}/${file}`), debounceMs);
  });
onStopRequest(async () => {
  await stop();
  process.exit(0);
});
