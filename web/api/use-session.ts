import { useSyncExternalStore } from 'react';
import type { UserProfile } from '#contract/auth.ts';
import { getBrowser } from './browser.ts';
import { restoringState, type SessionState } from './session-state.ts';

const subscribe = (listener: () => void) => getBrowser().session.subscribe(listener);
const getState = () => getBrowser().session.getState();
const getUser = () => getState().user;
const getServerState = () => restoringState;

/** Who is reading; on the server and while hydrating always `restoring`, so that the HTML is the same for all. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, getState, getServerState);
}

/** The user who is reading, null for others. Unlike the session it does not change when a guest turns out to be one. */
export function useUser(): UserProfile | null {
  return useSyncExternalStore(subscribe, getUser, () => null);
}
