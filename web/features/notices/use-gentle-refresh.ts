import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { refreshNotices } from './notices.ts';

const shortestPauseMs = 30_000;

/** Refreshes the notifications on a navigation or when the tab becomes visible again; it never polls. */
export function useGentleRefresh(isPaused: boolean): void {
  const { key } = useLocation();
  const askedAt = useRef(Date.now());
  const shownKey = useRef(key);

  useEffect(() => {
    function ask(): void {
      if (isPaused || document.hidden || Date.now() - askedAt.current < shortestPauseMs) return;
      askedAt.current = Date.now();
      void refreshNotices();
    }
    if (shownKey.current !== key) ask();
    shownKey.current = key;
    document.addEventListener('visibilitychange', ask);
    return () => document.removeEventListener('visibilitychange', ask);
  }, [key, isPaused]);
}
