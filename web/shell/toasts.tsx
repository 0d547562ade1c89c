import './toaster.css';
import { useEffect } from 'react';
import { onNotificationsWanted } from '#web/api/notify.ts';
import { useSession } from '#web/api/use-session.ts';
import { useLateCode } from '#web/ui/use-late-code.ts';

const importToaster = () => import('./toaster.tsx');

/**
 * The toasts. Their code is loaded for users at once, and for a guest with the first notification. If loading fails,
 * the next notification tries again, and the waiting ones are shown with it.
 */
export function Toasts() {
  const { status } = useSession();
  const { code, load } = useLateCode(importToaster);
  useEffect(() => onNotificationsWanted(load), [load]);
  useEffect(() => {
    if (status === 'user') load();
  }, [status, load]);
  return code && <code.Toaster />;
}
