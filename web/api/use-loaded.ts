import { useCallback, useEffect, useState } from 'react';
import { getBrowser } from './browser.ts';
import type { ApiClient } from './client.ts';
import { ApiError } from './error.ts';

export type Loaded<Data> = {
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
export function useLoaded<Data>(key: string, load: (api: ApiClient) => Promise<Data>): Loaded<Data> {
  const initial: State<Data> = { key, data: null, error: null, isLoading: true };
  const [state, setState] = useState(initial);
  const [round, setRound] = useState(0);
  const shown = state.key === key ? state : initial;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains everything that the request depends on
  useEffect(() => {
    let isWanted = true;
    const settle = (change: Partial<State<Data>>) => {
      if (isWanted)
        setState((before) => ({
          ...(before.key === key ? before : initial),
          key,
          isLoading: false,
          ...change,
        }));
    };
    settle({ isLoading: true });
    load(getBrowser().api).then(
      (data) => settle({ data, error: null }),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        settle({ error });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [key, round]);

  const reload = useCallback(() => setRound((before) => before + 1), []);
  return { data: shown.data, error: shown.error, isLoading: shown.isLoading, reload };
}
