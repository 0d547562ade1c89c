import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

const subscribeToNothing = () => () => {};

/** The hash of the URL; empty on the server, which does not receive it, and before hydration. */
export function useHash(): string {
  const { hash } = useLocation();
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  return isHydrated ? hash : '';
}
