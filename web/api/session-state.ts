import type { UserProfile } from '#contract/auth.ts';

/**
 * `restoring` is the server's view, and the browser's until the stored session is known; `ended` says how a
 * session that was open here came to its end.
 */
export type SessionState =
  | { status: 'restoring'; user: null }
  | { status: 'guest'; user: null; ended?: 'logout' | 'expired' }
  | { status: 'user'; user: UserProfile };

export const restoringState: SessionState = { status: 'restoring', user: null };

export type SessionStore = {
  get(): SessionState;
  set(state: SessionState): void;
  /** Calls the listener after every change; gives the function that stops it. */
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
