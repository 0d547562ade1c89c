import { useSyncExternalStore } from 'react';
import { getBrowser } from './browser.ts';
import { restoringState, type SessionState } from './session-state.ts';

const subscribe = (listener: () => void) => getBrowser().session.subscribe(listener);
const getState = () => getBrowser().session.getState();
const getServerState = () => restoringState;

/** Who is reading; on the server and while hydrating always `restoring`, so that the HTML is the same for all. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, getState, getServerState);
}
