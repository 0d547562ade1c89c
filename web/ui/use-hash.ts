import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

const subscribeToNothing = () => () => {};

/** The hash of the address; empty on the server, which never sees it, and until the page is hydrated. */
export function useHash(): string {
  const { hash } = useLocation();
  const isAlive = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  return isAlive ? hash : '';
}
