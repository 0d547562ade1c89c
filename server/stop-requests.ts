/** How operators, init systems, terminals and containers ask a process to end. */
export const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

const npmCommands = ['start', 'dev'];
const parentCheckMs = 500;

/**
 * Calls `stop` for each of `stopSignals`; without a listener they would end Node at once, and as process 1 of a container
 * do nothing. npm hands on SIGTERM and SIGINT and dies of SIGHUP and SIGKILL alone, so a process that npm runs also stops
 * when npm is gone. Another parent, such as a shell behind nohup, may go.
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
