import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

const subscribe = () => () => undefined;

/**
 * The query of the URL with its question mark, empty on the server and before hydration. For links that pass the query
 * on: the cached HTML must not depend on it.
 */
export function useHydratedSearch(): string {
  const { search } = useLocation();
  return useSyncExternalStore(
    subscribe,
    () => search,
    () => '',
  );
}
