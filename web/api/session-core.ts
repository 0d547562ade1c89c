import type { AuthResponse, UserProfile } from '#contract/auth.ts';
import { ApiError, type ApiRequest, type ApiResponse, type Transport } from './client.ts';
import type { HttpSend } from './http-transport.ts';
import { createSessionStore, type SessionState } from './session-state.ts';
import type { TokenCookies } from './token-cookies.ts';
import type { RefreshOutcome, TokenRefresh } from './token-refresh.ts';

const initialRetryDelayMs = 2_000;
const maxRetryDelayMs = 60_000;
const cookieDelayMs = 500;

/** Tells the other tabs of the browser about a login, a logout or an expired session. */
export type TabMessage = 'opened' | 'closed' | 'expired';
export type TabChannel = {
  post(message: TabMessage): void;
  listen(receive: (message: TabMessage) => void): void;
};

export type SessionDeps = {
  cookies: TokenCookies;
  send: HttpSend;
  refresh: TokenRefresh;
  channel: TabChannel;
  /** Runs work later, once. */
  schedule: (work: () => void, delayMs: number) => void;
  /** Reports a restore that failed; it is retried automatically. */
  report: (error: ApiError) => void;
};

/** The events on which the shell navigates: an expired session, a missing session, a logout in this tab. */
export type SessionEvent = 'expired' | 'login-required' | 'logout';

export type Session = {
  getState(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Loads the user of the stored tokens. Settles after the first attempt. */
  start(): Promise<void>;
  /** Reads the cookies again: another tab, or a page before a back navigation, may have changed them. */
  syncWithCookies(): Promise<void>;
  /** Begins a session with the response of login or register. */
  open(response: Pick<AuthResponse, 'user' | 'access' | 'refresh'>): void;
  /** Ends the session here and on the server; false when the server did not confirm it. */
  logout(): Promise<boolean>;
  /** Stores a changed profile. */
  setUser(user: UserProfile): void;
  /** Calls the API with the session's token. A 401 causes one refresh and one retry. */
  transport: Transport;
  /** Adds a listener for the session events of this tab. Returns the function that removes it. */
  onEvent(listener: (event: SessionEvent) => void): () => void;
};

/** The session of the browser: logic over cookies, HTTP and the other tabs, without browser globals. */
export function createSession(deps: SessionDeps): Session {
  const { cookies, channel } = deps;
  const store = createSessionStore();
  const eventListeners = new Set<(event: SessionEvent) => void>();
  const emit = (event: SessionEvent) => {
    for (const listener of eventListeners) listener(event);
  };

  function close(ended?: 'logout' | 'expired'): void {
    cookies.clear();
    store.set(ended ? { status: 'guest', user: null, ended } : { status: 'guest', user: null });
    channel.post(ended === 'expired' ? 'expired' : 'closed');
  }

  const transport = createTransport(deps, { getState: store.get, close, emit });
  const restore = createRestore(deps, store, transport, close);

  channel.listen((message) => {
    // The message of the other tab may arrive before its cookie changes, so the message decides.
    if (message === 'closed') becomeGuest();
    else if (message === 'expired') becomeGuest('expired');
    else if (hasTokens(cookies)) void restore.syncWithCookies();
    else deps.schedule(() => void syncWithCookies(), cookieDelayMs);
  });

  async function syncWithCookies(): Promise<void> {
    if (hasTokens(cookies)) await restore.syncWithCookies();
    else becomeGuest();
  }

  function becomeGuest(ended: 'logout' | 'expired' = 'logout'): void {
    if (store.get().status !== 'guest') store.set({ status: 'guest', user: null, ended });
  }

  return {
    getState: store.get,
    subscribe: store.subscribe,
    start: restore.start,
    syncWithCookies,
    open({ user, access, refresh }) {
      cookies.write({ access, refresh });
      store.set({ status: 'user', user });
      channel.post('opened');
    },
    async logout() {
      const isConfirmed = await logOutOnServer(deps);
      close('logout');
      emit('logout');
      return isConfirmed;
    },
    setUser: (user) => store.set({ status: 'user', user }),
    transport,
    onEvent(listener) {
      eventListeners.add(listener);
      return () => eventListeners.delete(listener);
    },
  };
}

function hasTokens(cookies: TokenCookies): boolean {
  const { access, refresh } = cookies.read();
  return access !== null || refresh !== null;
}

type SessionEnding = {
  getState: () => SessionState;
  close: (ended?: 'logout' | 'expired') => void;
  emit: (event: SessionEvent) => void;
};

function createTransport(deps: SessionDeps, sessionEnding: SessionEnding): Transport {
  const { cookies, send, refresh } = deps;

  /** Handles a request whose session cannot be refreshed. */
  async function handleUnauthorized(
    request: ApiRequest,
    unauthorizedRequest: UnauthorizedRequest,
  ): Promise<ApiResponse> {
    const { status } = sessionEnding.getState();
    // Several requests fail together when a session expires: the first one has already emitted the event.
    if (status === 'guest' && unauthorizedRequest.token !== null) return unauthorizedRequest.response;
    if (status === 'restoring') {
      sessionEnding.close();
      return send(request, null);
    }
    if (status === 'user') sessionEnding.close('expired');
    sessionEnding.emit(unauthorizedRequest.outcome === 'no-token' ? 'login-required' : 'expired');
    return unauthorizedRequest.response;
  }

  return async (request) => {
    const stored = cookies.read();
    // The API treats a request without an access token as a guest's, so refresh first.
    const earlyOutcome = stored.access === null && stored.refresh !== null ? await refresh(null) : null;
    if (earlyOutcome !== null && earlyOutcome !== 'refreshed')
      return handleUnauthorized(request, {
        token: stored.refresh,
        outcome: earlyOutcome,
        response: unauthorizedResponse,
      });
    const token = cookies.read().access;
    const response = await send(request, token);
    if (response.status !== 401) return response;

    const outcome = await refresh(token);
    if (outcome !== 'refreshed') return handleUnauthorized(request, { token, outcome, response });
    const retried = await send(request, cookies.read().access);
    if (retried.status !== 401) return retried;
    return handleUnauthorized(request, { token, outcome: 'dead', response: retried });
  };
}

type UnauthorizedRequest = { token: string | null; outcome: RefreshOutcome; response: ApiResponse };
const unauthorizedResponse: ApiResponse = { status: 401, body: null };

type Restore = { start(): Promise<void>; syncWithCookies(): Promise<void> };

function createRestore(
  deps: SessionDeps,
  store: ReturnType<typeof createSessionStore>,
  transport: Transport,
  close: SessionEnding['close'],
): Restore {
  let sent = 0;
  let applied = 0;

  /** Responses may arrive in another order than they were sent; a profile older than the known one is not applied. */
  async function readProfile(): Promise<void> {
    sent += 1;
    const request = sent;
    const response = await transport({ id: 'getProfile', params: {}, query: {}, body: undefined });
    if (!hasTokens(deps.cookies)) {
      if (store.get().status === 'restoring') store.set({ status: 'guest', user: null });
      return;
    }
    if (response.status === 200) {
      if (request < applied) return;
      applied = request;
      store.set({ status: 'user', user: response.body as UserProfile });
    } else if (response.status === 403 || response.status === 404) close();
    else throw new ApiError(response.status, response.body);
  }

  async function attempt(delayMs: number): Promise<void> {
    if (store.get().status !== 'restoring') return;
    if (!hasTokens(deps.cookies)) return store.set({ status: 'guest', user: null });
    try {
      await readProfile();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (store.get().status !== 'restoring') return;
      if (delayMs === initialRetryDelayMs) deps.report(error);
      deps.schedule(() => void attempt(Math.min(delayMs * 2, maxRetryDelayMs)), delayMs);
    }
  }

  return {
    start: () => attempt(initialRetryDelayMs),
    async syncWithCookies() {
      try {
        await readProfile();
      } catch (error) {
        // The next request of this tab tries again; until then the known state stays.
        if (!(error instanceof ApiError)) throw error;
      }
    },
  };
}

/** Ends the session on the server. A 401 of this request must not redirect to the login page. */
async function logOutOnServer({ cookies, send, refresh }: SessionDeps): Promise<boolean> {
  try {
    let tokens = cookies.read();
    if (tokens.access === null) await refresh(null);
    for (const isRetry of [false, true]) {
      tokens = cookies.read();
      const body = { refresh_token: tokens.refresh };
      const response = await send({ id: 'logout', params: {}, query: {}, body }, tokens.access);
      if (response.status !== 401 || isRetry) return response.status < 300;
      if ((await refresh(tokens.access)) !== 'refreshed') return false;
    }
    return false;
  } catch {
    // The session must end in this tab after any error.
    return false;
  }
}
