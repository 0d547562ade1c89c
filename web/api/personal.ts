import { useEffect, useSyncExternalStore } from 'react';
import { getBrowser } from './browser.ts';
import { type ApiClient, ApiError } from './client.ts';
import { useUser } from './use-session.ts';

/** `value` is null for guests and until the first answer; `isFailed` says that the last question found none. */
export type PersonalState<Value> = { owner: number | null; value: Value | null; isFailed: boolean };

export type Personal<Value> = {
  get(): PersonalState<Value>;
  /** Calls the listener after every change; gives the function that stops it. */
  subscribe(listener: () => void): () => void;
  /** Asks the API, unless that has been done for this reader or is being done. */
  provide(): void;
  /** Asks the API again. What was known stays until the answer comes, and if none comes. */
  refresh(): Promise<void>;
  /** Puts in what is known to have changed. */
  change(change: (value: Value) => Value): void;
};

const unknown = { owner: null, value: null, isFailed: false };

/** Something of the reader's own that several places show: asked for once, and nobody else's after a logout. */
export function createPersonal<Value>(load: (api: ApiClient) => Promise<Value>): Personal<Value> {
  const listeners = new Set<() => void>();
  let held: PersonalState<Value> = unknown;
  /** Of several questions the last one counts. */
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
      // An answer that is under way does not know of the change yet.
      turn += 1;
      asking = null;
      if (held.value !== null && held.owner === readerId()) put({ ...held, value: change(held.value) });
    },
  };
}

/** What is known of it; the first place that asks has it loaded for all of them. */
export function usePersonal<Value>(personal: Personal<Value>): PersonalState<Value> {
  const reader = useUser()?.id ?? null;
  const held = useSyncExternalStore(personal.subscribe, personal.get, () => unknown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another reader, another question
  useEffect(() => personal.provide(), [personal, reader]);
  return held.owner === reader ? held : unknown;
}
