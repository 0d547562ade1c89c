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

/** All places of a page share one clock; it is read anew when the first of them appears. */
function readClock(): number {
  if (timer === undefined || current === 0) current = Math.floor(Date.now() / tickMs) * tickMs;
  return current;
}

/** The present moment, renewed each minute; null on the server and until the page is hydrated. */
export function useNow(): Date | null {
  const now = useSyncExternalStore(subscribe, readClock, () => 0);
  return now === 0 ? null : new Date(now);
}
