import { useEffect, useSyncExternalStore } from 'react';
import { getBrowser } from './browser.ts';
import { type ApiClient, ApiError } from './client.ts';
import { useUser } from './use-session.ts';

/** `value` is null for guests and until the first response; `isFailed` is true when the last request failed. */
export type PersonalState<Value> = { owner: number | null; value: Value | null; isFailed: boolean };

export type Personal<Value> = {
  get(): PersonalState<Value>;
  /** Calls the listener after every change. Returns the function that unsubscribes it. */
  subscribe(listener: () => void): () => void;
  /** Loads the value unless it is loaded or being loaded for this user. */
  provide(): void;
  /** Loads the value again. The known value stays until the response arrives, and after a failure. */
  refresh(): Promise<void>;
  /** Applies a known change to the value. */
  change(change: (value: Value) => Value): void;
};

const unknown = { owner: null, value: null, isFailed: false };

/** Creates a query of private data that several components share. The data is dropped when the user changes. */
export function createPersonal<Value>(load: (api: ApiClient) => Promise<Value>): Personal<Value> {
  const listeners = new Set<() => void>();
  let held: PersonalState<Value> = unknown;
  /** Of several requests only the last one is used. */
  let turn = 0;
  let asking: number | null = null;

  const readerId = () => getBrowser().session.getState().user?.id ?? null;
  const put = (next: PersonalState<Value>) => {
    held = next;
    for (const listener of listeners) listener();
  };

  async function refresh(): Promise<void> {
    const owner = readerId();
    if (owner === null) return;
    turn += 1;
    const mine = turn;
    asking = owner;
    const isStillWanted = () => mine === turn && readerId() === owner;
    try {
      const value = await load(getBrowser().quietApi);
      if (isStillWanted()) put({ owner, value, isFailed: false });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isStillWanted()) put({ owner, value: held.owner === owner ? held.value : null, isFailed: true });
    } finally {
      if (mine === turn) asking = null;
    }
  }

  return {
    get: () => held,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    provide() {
      const reader = readerId();
      if (reader !== null && held.owner !== reader && asking !== reader) void refresh();
    },
    refresh,
    change(change) {
      // A request in flight does not include the change yet.
      turn += 1;
      asking = null;
      if (held.value !== null && held.owner === readerId()) put({ ...held, value: change(held.value) });
    },
  };
}

/** The state of a query. The first component that uses it loads it for all of them. */
export function usePersonal<Value>(personal: Personal<Value>): PersonalState<Value> {
  const reader = useUser()?.id ?? null;
  const held = useSyncExternalStore(personal.subscribe, personal.get, () => unknown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user needs another request
  useEffect(() => personal.provide(), [personal, reader]);
  return held.owner === reader ? held : unknown;
}
