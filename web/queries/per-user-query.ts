import { useEffect, useSyncExternalStore } from 'react';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { type ApiClient, ApiError } from '#web/api/client.ts';
import { useUser } from '#web/api/use-session.ts';

/** `value` is null for guests and until the first response; `isFailed` is true when the last request failed. */
export type PerUserState<Value> = { owner: number | null; value: Value | null; isFailed: boolean };

export type PerUserQuery<Value> = {
  get(): PerUserState<Value>;
  /** Calls the listener after every change. Returns the function that unsubscribes it. */
  subscribe(listener: () => void): () => void;
  /** Loads the value unless it is loaded or being loaded for this user. */
  ensureLoaded(): void;
  /** Loads the value again. The known value stays until the response arrives, and after a failure. */
  refresh(): Promise<void>;
  /** Applies a known change to the value. */
  update(update: (value: Value) => Value): void;
};

const emptyState = { owner: null, value: null, isFailed: false };

/** Creates a query of private data that several components share. The data is dropped when the user changes. */
export function createPerUserQuery<Value>(load: (api: ApiClient) => Promise<Value>): PerUserQuery<Value> {
  const listeners = new Set<() => void>();
  let state: PerUserState<Value> = emptyState;
  /** Of several requests only the last one is used. */
  let latestRequest = 0;
  let loadingFor: number | null = null;

  const getUserId = () => getBrowserClient().session.getState().user?.id ?? null;
  const setState = (next: PerUserState<Value>) => {
    state = next;
    for (const listener of listeners) listener();
  };

  async function refresh(): Promise<void> {
    const owner = getUserId();
    if (owner === null) return;
    latestRequest += 1;
    const ownRequest = latestRequest;
    loadingFor = owner;
    const isCurrent = () => ownRequest === latestRequest && getUserId() === owner;
    try {
      const value = await load(getBrowserClient().silentApi);
      if (isCurrent()) setState({ owner, value, isFailed: false });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isCurrent()) setState({ owner, value: state.owner === owner ? state.value : null, isFailed: true });
    } finally {
      if (ownRequest === latestRequest) loadingFor = null;
    }
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ensureLoaded() {
      const userId = getUserId();
      if (userId !== null && state.owner !== userId && loadingFor !== userId) void refresh();
    },
    refresh,
    update(update) {
      // A request in flight does not include the change yet.
      latestRequest += 1;
      loadingFor = null;
      if (state.value !== null && state.owner === getUserId())
        setState({ ...state, value: update(state.value) });
    },
  };
}

/** The state of a query. The first component that uses it loads it for all of them. */
export function usePerUserQuery<Value>(query: PerUserQuery<Value>): PerUserState<Value> {
  const userId = useUser()?.id ?? null;
  const state = useSyncExternalStore(query.subscribe, query.get, () => emptyState);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user needs another request
  useEffect(() => query.ensureLoaded(), [query, userId]);
  return state.owner === userId ? state : emptyState;
}
