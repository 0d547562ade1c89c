import { useCallback, useEffect, useState } from 'react';
import { getBrowser } from './browser.ts';
import type { ApiClient } from './client.ts';
import { ApiError } from './error.ts';

export type Loaded<Data> = {
  /** What the last answer for this key was; null before there was one. */
  data: Data | null;
  /** How the last attempt failed, while there is nothing newer. */
  error: ApiError | null;
  isLoading: boolean;
  /** Asks again; what is there stays until the answer comes. */
  reload: () => void;
};

type State<Data> = { key: string; data: Data | null; error: ApiError | null; isLoading: boolean };

/**
 * What only the reader's own browser can ask for, since the server renders for guests. It is asked for anew when the
 * key changes; give the key everything that `load` depends on.
 */
export function useLoaded<Data>(key: string, load: (api: ApiClient) => Promise<Data>): Loaded<Data> {
  const initial: State<Data> = { key, data: null, error: null, isLoading: true };
  const [state, setState] = useState(initial);
  const [round, setRound] = useState(0);
  const shown = state.key === key ? state : initial;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for everything that the question depends on
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
