import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { useUser } from '#web/api/use-session.ts';
import { onToasterNeeded } from '#web/ui/notify.ts';

/**
 * The toasts. Their code is loaded for users at once, and for a guest with the first notification. If loading fails,
 * the next notification tries again, and the waiting ones are shown with it.
 */
export function Toasts() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const isUser = useUser() !== null;
  const load = useCallback(() => {
    import('./toaster.tsx').then(
      (module) => setToaster(() => module.Toaster),
      () => undefined,
    );
  }, []);
  useEffect(() => onToasterNeeded(load), [load]);
  useEffect(() => {
    if (isUser) load();
  }, [isUser, load]);
  return Toaster && <Toaster />;
}
