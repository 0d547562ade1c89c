import type { AuthResponse, UserProfile } from '#contract/auth.ts';
import { type ApiAnswer, ApiError, type ApiRequest, type Transport } from './client.ts';
import type { HttpSend } from './http-transport.ts';
import { createSessionStore, type SessionState } from './session-state.ts';
import type { TokenCookies } from './token-cookies.ts';
import type { RefreshOutcome, TokenRefresh } from './token-refresh.ts';

const firstRetryMs = 2_000;
const longestRetryMs = 60_000;
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
  follow(): Promise<void>;
  /** Begins a session with the response of login or register. */
  open(answer: Pick<AuthResponse, 'user' | 'access' | 'refresh'>): void;
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
    if (message === 'closed') leave();
    else if (message === 'expired') leave('expired');
    else if (hasTokens(cookies)) void restore.follow();
    else deps.schedule(() => void follow(), cookieDelayMs);
  });

  async function follow(): Promise<void> {
    if (hasTokens(cookies)) await restore.follow();
    else leave();
  }

  function leave(ended: 'logout' | 'expired' = 'logout'): void {
    if (store.get().status !== 'guest') store.set({ status: 'guest', user: null, ended });
  }

  return {
    getState: store.get,
    subscribe: store.subscribe,
    start: restore.start,
    follow,
    open({ user, access, refresh }) {
      cookies.write({ access, refresh });
      store.set({ status: 'user', user });
      channel.post('opened');
    },
    async logout() {
      const confirmed = await tellServer(deps);
      close('logout');
      emit('logout');
      return confirmed;
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

function createTransport(deps: SessionDeps, ending: SessionEnding): Transport {
  const { cookies, send, refresh } = deps;

  /** Handles a request whose session cannot be refreshed. */
  async function giveUp(request: ApiRequest, refused: Refused): Promise<ApiAnswer> {
    const { status } = ending.getState();
    // Several requests fail together when a session expires: the first one has already emitted the event.
    if (status === 'guest' && refused.token !== null) return refused.answer;
    if (status === 'restoring') {
      ending.close();
      return send(request, null);
    }
    if (status === 'user') ending.close('expired');
    ending.emit(refused.outcome === 'no-token' ? 'login-required' : 'expired');
    return refused.answer;
  }

  return async (request) => {
    const stored = cookies.read();
    // The API treats a request without an access token as a guest's, so refresh first.
    const early = stored.access === null && stored.refresh !== null ? await refresh(null) : null;
    if (early !== null && early !== 'refreshed')
      return giveUp(request, { token: stored.refresh, outcome: early, answer: unauthorized });
    const token = cookies.read().access;
    const answer = await send(request, token);
    if (answer.status !== 401) return answer;

    const outcome = await refresh(token);
    if (outcome !== 'refreshed') return giveUp(request, { token, outcome, answer });
    const retried = await send(request, cookies.read().access);
    if (retried.status !== 401) return retried;
    return giveUp(request, { token, outcome: 'dead', answer: retried });
  };
}

type Refused = { token: string | null; outcome: RefreshOutcome; answer: ApiAnswer };
const unauthorized: ApiAnswer = { status: 401, body: null };

type Restore = { start(): Promise<void>; follow(): Promise<void> };

function createRestore(
  deps: SessionDeps,
  store: ReturnType<typeof createSessionStore>,
  transport: Transport,
  close: SessionEnding['close'],
): Restore {
  async function readProfile(): Promise<void> {
    const answer = await transport({ id: 'getProfile', params: {}, query: {}, body: undefined });
    if (!hasTokens(deps.cookies)) {
      if (store.get().status === 'restoring') store.set({ status: 'guest', user: null });
      return;
    }
    if (answer.status === 200) store.set({ status: 'user', user: answer.body as UserProfile });
    else if (answer.status === 403 || answer.status === 404) close();
    else throw new ApiError(answer.status, answer.body);
  }

  async function attempt(delayMs: number): Promise<void> {
    if (store.get().status !== 'restoring') return;
    if (!hasTokens(deps.cookies)) return store.set({ status: 'guest', user: null });
    try {
      await readProfile();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (store.get().status !== 'restoring') return;
      if (delayMs === firstRetryMs) deps.report(error);
      deps.schedule(() => void attempt(Math.min(delayMs * 2, longestRetryMs)), delayMs);
    }
  }

  return {
    start: () => attempt(firstRetryMs),
    async follow() {
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
async function tellServer({ cookies, send, refresh }: SessionDeps): Promise<boolean> {
  try {
    let tokens = cookies.read();
    if (tokens.access === null) await refresh(null);
    for (const isRetry of [false, true]) {
      tokens = cookies.read();
      const body = { refresh_token: tokens.refresh };
      const answer = await send({ id: 'logout', params: {}, query: {}, body }, tokens.access);
      if (answer.status !== 401 || isRetry) return answer.status < 300;
      if ((await refresh(tokens.access)) !== 'refreshed') return false;
    }
    return false;
  } catch {
    // The session must end in this tab after any error.
    return false;
  }
}
