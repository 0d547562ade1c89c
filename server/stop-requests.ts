/** The signals by which operators, init systems, terminals and containers stop a process. */
export const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

const npmCommands = ['start', 'dev'];
const parentCheckMs = 500;

/**
 * Calls `stop` for each of `stopSignals`. Without a listener they end Node at once, and process 1 of a container
 * ignores them. npm forwards SIGTERM and SIGINT but not SIGHUP and SIGKILL, so a process that npm started also stops
 * when npm is gone. Another parent may exit, such as a shell with nohup.
 */
export function onStopRequest(stop: () => void): void {
  for (const signal of stopSignals) process.on(signal, stop);
  if (!npmCommands.includes(process.env.npm_lifecycle_event ?? '')) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, parentCheckMs);
  timer.unref();
}
