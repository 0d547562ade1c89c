import { useSyncExternalStore } from 'react';
import type { UserProfile } from '#contract/auth.ts';
import { getBrowserClient } from './browser-client.ts';
import { restoringState, type SessionState } from './session-state.ts';

const subscribe = (listener: () => void) => getBrowserClient().session.subscribe(listener);
const getState = () => getBrowserClient().session.getState();
const getUser = () => getState().user;
const getServerState = () => restoringState;

/** The session. On the server and during hydration it is always `restoring`, so the HTML is the same for everyone. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, getState, getServerState);
}

/** The logged-in user or null. Unlike the session it does not change when `restoring` becomes `guest`. */
export function useUser(): UserProfile | null {
  return useSyncExternalStore(subscribe, getUser, () => null);
}
