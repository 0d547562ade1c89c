import { useCallback, useEffect, useState } from 'react';
import { getBrowserClient } from '#web/api/browser-client.ts';
import type { ApiClient } from '#web/api/client.ts';
import { ApiError } from '#web/api/error.ts';

export type BrowserQuery<Data> = {
  /** The last response for this key; null before the first one. */
  data: Data | null;
  /** The error of the last attempt; null after a later success. */
  error: ApiError | null;
  isLoading: boolean;
  /** Requests the data again and keeps the current data until the response arrives. */
  reload: () => void;
};

type State<Data> = { key: string; data: Data | null; error: ApiError | null; isLoading: boolean };

/**
 * Loads private data in the browser, because the server renders every page for a guest. It loads again when the key
 * changes, so the key must contain everything that `load` depends on.
 */
export function useBrowserQuery<Data>(
  key: string,
  load: (api: ApiClient) => Promise<Data>,
): BrowserQuery<Data> {
  const initial: State<Data> = { key, data: null, error: null, isLoading: true };
  const [state, setState] = useState(initial);
  const [attempt, setAttempt] = useState(0);
  const current = state.key === key ? state : initial;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains everything that the request depends on
  useEffect(() => {
    let isActive = true;
    const applyResult = (change: Partial<State<Data>>) => {
      if (isActive)
        setState((before) => ({
          ...(before.key === key ? before : initial),
          key,
          isLoading: false,
          ...change,
        }));
    };
    applyResult({ isLoading: true });
    load(getBrowserClient().api).then(
      (data) => applyResult({ data, error: null }),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        applyResult({ error });
      },
    );
    return () => {
      isActive = false;
    };
  }, [key, attempt]);

  const reload = useCallback(() => setAttempt((before) => before + 1), []);
  return { data: current.data, error: current.error, isLoading: current.isLoading, reload };
}
