import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

const subscribe = () => () => undefined;

/**
 * The query of the address with its question mark, empty on the server and until the page is hydrated. For links that
 * pass the query on, so that the rendered page does not depend on it.
 */
export function useLateSearch(): string {
  const { search } = useLocation();
  return useSyncExternalStore(
    subscribe,
    () => search,
    () => '',
  );
}
