import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { refreshNotifications } from './notifications.ts';

const minIntervalMs = 30_000;

/** Refreshes the notifications on a navigation or when the tab becomes visible again; it never polls. */
export function useNotificationRefresh(isPaused: boolean): void {
  const { key } = useLocation();
  const refreshedAt = useRef(Date.now());
  const lastKey = useRef(key);

  useEffect(() => {
    function refreshIfDue(): void {
      if (isPaused || document.hidden || Date.now() - refreshedAt.current < minIntervalMs) return;
      refreshedAt.current = Date.now();
      void refreshNotifications();
    }
    if (lastKey.current !== key) refreshIfDue();
    lastKey.current = key;
    document.addEventListener('visibilitychange', refreshIfDue);
    return () => document.removeEventListener('visibilitychange', refreshIfDue);
  }, [key, isPaused]);
}
