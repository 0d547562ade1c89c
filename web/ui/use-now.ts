import { useSyncExternalStore } from 'react';

const tickMs = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let current = 0;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    current = Date.now();
    for (const notifyListener of listeners) notifyListener();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** All components share one clock; it is read again when the first of them subscribes. */
function readClock(): number {
  if (timer === undefined || current === 0) current = Math.floor(Date.now() / tickMs) * tickMs;
  return current;
}

/** The current time, updated every minute; null on the server and before hydration. */
export function useNow(): Date | null {
  const now = useSyncExternalStore(subscribe, readClock, () => 0);
  return now === 0 ? null : new Date(now);
}
