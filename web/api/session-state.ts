import type { UserProfile } from '#contract/auth.ts';

/**
 * `restoring` is the state on the server, and in the browser until the stored session has been checked. `ended` is the
 * reason why a session that was open in this tab has ended.
 */
export type SessionState =
  | { status: 'restoring'; user: null }
  | { status: 'guest'; user: null; ended?: 'logout' | 'expired' }
  | { status: 'user'; user: UserProfile };

export const restoringState: SessionState = { status: 'restoring', user: null };

export type SessionStore = {
  get(): SessionState;
  set(state: SessionState): void;
  /** Calls the listener after every change. Returns the function that unsubscribes it. */
  subscribe(listener: () => void): () => void;
};

/** Holds the state of the session for `useSyncExternalStore`. */
export function createSessionStore(): SessionStore {
  const listeners = new Set<() => void>();
  let current = restoringState;
  return {
    get: () => current,
    set(state) {
      current = state;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
