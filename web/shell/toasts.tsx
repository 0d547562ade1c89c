import './toaster.css';
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { onNotificationsWanted } from '#web/api/notify.ts';
import { useSession } from '#web/api/use-session.ts';

/** The place of the toasts; their code is loaded for users, and for a guest with the first of them. */
export function Toasts() {
  const { status } = useSession();
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const isLoading = useRef(false);

  const load = useCallback(async () => {
    if (isLoading.current) return;
    isLoading.current = true;
    try {
      const loaded = await import('./toaster.tsx');
      setToaster(() => loaded.Toaster);
    } catch {
      // Offline, or a new version has just replaced the files: no reason to lose the page. The next
      // notification tries again, and those that wait are shown with it.
      isLoading.current = false;
    }
  }, []);

  useEffect(() => onNotificationsWanted(() => void load()), [load]);
  useEffect(() => {
    if (status === 'user') void load();
  }, [status, load]);
  return Toaster && <Toaster />;
}
