import { describe, expect, it, vi } from 'vitest';
import type { UserProfile } from '#contract/auth.ts';
import { ApiError, type ApiRequest, type ApiResponse } from './client.ts';
import type { HttpSend } from './http-transport.ts';
import { createSession, type SessionEvent, type TabChannel, type TabMessage } from './session-core.ts';
import { createTokenCookies } from './token-cookies.ts';
import { createTokenRefresh, type Lock } from './token-refresh.ts';

const user = { id: 7, username: 'ivan' } as UserProfile;
const profile: ApiRequest = { id: 'getProfile', params: {}, query: {}, body: undefined };
const secret: ApiRequest = { ...profile, id: 'listMyPosts' };

/** A cookie jar that behaves like `document.cookie`, without expiry. */
function createJar(initial: Record<string, string> = {}) {
  const values = new Map(Object.entries(initial));
  const written: string[] = [];
  return {
    written,
    get cookie() {
      return [...values].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      written.push(text);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (text.includes('Max-Age=0;')) values.delete(name);
      else values.set(name, value);
    },
  };
}

/** An API with one valid access token and one valid refresh token at a time. */
function createServer({ access = 'a1', refresh = 'r1' } = {}) {
  const state = { access, refresh, issued: 1, log: [] as string[] };
  const overrides = new Map<string, () => ApiResponse | Promise<ApiResponse>>();
  const respond = (request: ApiRequest, token: string | null): ApiResponse => {
    if (request.id === 'refreshToken') {
      if ((request.body as { refresh: string }).refresh !== state.refresh) return { status: 401, body: {} };
      state.issued += 1;
      state.access = `a${state.issued}`;
      state.refresh = `r${state.issued}`;
      return { status: 200, body: { access: state.access, refresh: state.refresh } };
    }
    if (token === null && request.id === 'listPosts') return { status: 200, body: 'guest' };
    if (token !== state.access) return { status: 401, body: {} };
    return { status: 200, body: request.id === 'getProfile' ? user : 'secret' };
  };
  const send: HttpSend = async (request, token) => {
    state.log.push(`${request.id} ${token ?? '-'}`);
    await Promise.resolve();
    const override = overrides.get(request.id);
    return override ? override() : respond(request, token);
  };
  return {
    state,
    send,
    overrides,
    count: (id: string) => state.log.filter((line) => line.startsWith(id)).length,
  };
}

/** The lock and the channel that the tabs of one browser share. */
function createShared() {
  let last: Promise<unknown> = Promise.resolve();
  const lock: Lock = (work) => {
    const result = last.then(work, work);
    last = result.catch(() => {});
    return result;
  };
  const receivers: { owner: object; receive: (message: TabMessage) => void }[] = [];
  const createChannel = (): TabChannel => {
    const owner = {};
    return {
      post: (message) => {
        for (const receiver of receivers) if (receiver.owner !== owner) receiver.receive(message);
      },
      listen: (receive) => receivers.push({ owner, receive }),
    };
  };
  return { lock, createChannel };
}

function createTab(options: {
  tokens?: Record<string, string>;
  cookieJar?: ReturnType<typeof createJar>;
  server?: ReturnType<typeof createServer>;
  shared?: ReturnType<typeof createShared>;
}) {
  const server = options.server ?? createServer();
  const shared = options.shared ?? createShared();
  const cookieJar = options.cookieJar ?? createJar(options.tokens);
  const cookies = createTokenCookies(cookieJar, { protocol: 'https:', hostname: 'news.example' });
  const scheduled: (() => void)[] = [];
  const report = vi.fn();
  const session = createSession({
    cookies,
    send: server.send,
    refresh: createTokenRefresh({ cookies, send: server.send, lock: shared.lock }),
    channel: shared.createChannel(),
    schedule: (work) => scheduled.push(work),
    report,
  });
  const events: SessionEvent[] = [];
  session.onEvent((event) => events.push(event));
  return { session, server, shared, cookieJar, cookies, scheduled, report, events };
}

const both = { access_token: 'a1', refresh_token: 'r1' };
const stale = { access_token: 'a0', refresh_token: 'r1' };

describe('restore', () => {
  it('is a guest without a request when there are no tokens', async () => {
    const { session, server } = createTab({});
    expect(session.getState().status).toBe('restoring');
    await session.start();
    expect(session.getState()).toEqual({ status: 'guest', user: null });
    expect(server.state.log).toEqual([]);
  });

  it('restores the session from the refresh token alone and stores the new pair', async () => {
    const { session, server, cookies } = createTab({ tokens: { refresh_token: 'r1' } });
    await session.start();
    expect(session.getState()).toEqual({ status: 'user', user });
    expect(server.state.log).toEqual(['refreshToken -', 'getProfile a2']);
    expect(cookies.read()).toEqual({ access: 'a2', refresh: 'r2' });
  });

  it('refreshes an expired access token once and retries once', async () => {
    const { session, server } = createTab({ tokens: stale });
    await session.start();
    expect(session.getState().status).toBe('user');
    expect(server.state.log).toEqual(['getProfile a0', 'refreshToken -', 'getProfile a2']);
  });

  it('becomes a guest without an event when both tokens are rejected', async () => {
    const { session, cookies, events } = createTab({ tokens: { access_token: 'a0', refresh_token: 'r0' } });
    await session.start();
    expect(session.getState()).toEqual({ status: 'guest', user: null });
    expect(cookies.read()).toEqual({ access: null, refresh: null });
    expect(events).toEqual([]);
  });

  it.each([
    ['no response', () => Promise.reject(new ApiError(0, null, 'no-response'))],
    ['503', () => ({ status: 503, body: null })],
    ['429', () => ({ status: 429, body: null })],
  ])('keeps the session after %s, reports it once and retries later', async (_, failure) => {
    const { session, server, cookies, scheduled, report } = createTab({ tokens: stale });
    server.overrides.set('refreshToken', failure);
    await session.start();
    scheduled.shift()?.();
    await expect.poll(() => scheduled).toHaveLength(1);
    expect(session.getState().status).toBe('restoring');
    expect(cookies.read()).toEqual({ access: 'a0', refresh: 'r1' });
    expect(report).toHaveBeenCalledTimes(1);

    server.overrides.clear();
    scheduled.shift()?.();
    await expect.poll(() => session.getState().status).toBe('user');
  });

  it('sends a public request as a guest when the session has expired', async () => {
    const { session } = createTab({ tokens: { access_token: 'a0', refresh_token: 'r0' } });
    const response = await session.transport({ ...profile, id: 'listPosts' });
    expect(response).toEqual({ status: 200, body: 'guest' });
    expect(session.getState().status).toBe('guest');
  });
});

describe('a 401', () => {
  it('causes one refresh for several requests', async () => {
    const tab = createTab({ tokens: both });
    await tab.session.start();
    tab.server.state.access = 'a9';
    const responses = await Promise.all(Array.from({ length: 5 }, () => tab.session.transport(secret)));
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect(tab.server.count('refreshToken')).toBe(1);
  });

  it('causes one refresh for two tabs', async () => {
    const first = createTab({ tokens: stale });
    const second = createTab({ cookieJar: first.cookieJar, server: first.server, shared: first.shared });
    await Promise.all([first.session.start(), second.session.start()]);
    expect(first.session.getState().status).toBe('user');
    expect(second.session.getState().status).toBe('user');
    expect(first.server.count('refreshToken')).toBe(1);
  });

  it('is retried once, and a second 401 ends the session', async () => {
    const { session, server, events } = createTab({ tokens: both });
    await session.start();
    server.overrides.set('listMyPosts', () => ({ status: 401, body: {} }));
    expect((await session.transport(secret)).status).toBe(401);
    expect(server.count('listMyPosts')).toBe(2);
    expect(server.count('refreshToken')).toBe(1);
    expect(events).toEqual(['expired']);
  });

  it('ends the session with one event for all requests when the refresh token is rejected', async () => {
    const { session, server, cookies, events } = createTab({ tokens: both });
    await session.start();
    Object.assign(server.state, { access: 'a9', refresh: 'r9' });
    const responses = await Promise.all([session.transport(secret), session.transport(secret)]);
    expect(responses.map(({ status }) => status)).toEqual([401, 401]);
    expect(session.getState()).toEqual({ status: 'guest', user: null, ended: 'expired' });
    expect(cookies.read()).toEqual({ access: null, refresh: null });
    expect(events).toEqual(['expired']);
  });

  it('requires a login when there is no refresh token', async () => {
    const { session, server, events } = createTab({ tokens: { access_token: 'a1' } });
    await session.start();
    server.state.access = 'a9';
    await session.transport(secret);
    expect(events).toEqual(['login-required']);
    expect(session.getState().status).toBe('guest');
  });

  it('requires a login from a guest', async () => {
    const { session, events } = createTab({});
    await session.start();
    await session.transport(secret);
    expect(events).toEqual(['login-required']);
  });

  it.each([
    ['no response', () => Promise.reject(new ApiError(0, null, 'no-response')), 0],
    ['500', () => ({ status: 500, body: null }), 500],
  ])('keeps the session when the refresh fails with %s', async (_, failure, status) => {
    const { session, server, cookies, events } = createTab({ tokens: both });
    await session.start();
    server.state.access = 'a9';
    server.overrides.set('refreshToken', failure);
    await expect(session.transport(secret)).rejects.toMatchObject({ status });
    expect(session.getState().status).toBe('user');
    expect(cookies.read()).toEqual({ access: 'a1', refresh: 'r1' });
    expect(events).toEqual([]);
  });
});

describe('login and logout', () => {
  it('stores the tokens of a login and notifies the other tabs', async () => {
    const first = createTab({});
    const second = createTab({ cookieJar: first.cookieJar, server: first.server, shared: first.shared });
    await Promise.all([first.session.start(), second.session.start()]);
    first.session.open({ user, access: 'a1', refresh: 'r1' });
    expect(first.session.getState().status).toBe('user');
    await expect.poll(() => second.session.getState().status).toBe('user');
    expect(first.cookieJar.written).toEqual([
      'access_token=a1; Max-Age=86400; Path=/; SameSite=Strict; Secure',
      'refresh_token=r1; Max-Age=604800; Path=/; SameSite=Strict; Secure',
    ]);
  });

  it('waits for the cookies of a login in another tab when its message arrives first', async () => {
    const shared = createShared();
    const { session, cookieJar, server, scheduled, events } = createTab({ shared });
    await session.start();
    shared.createChannel().post('opened');
    expect(server.state.log).toEqual([]);
    cookieJar.cookie = 'access_token=a1';
    scheduled.shift()?.();
    await expect.poll(() => session.getState().status).toBe('user');
    expect(events).toEqual([]);
  });

  it('ends the session on a logout message while its own cookies still exist', async () => {
    const shared = createShared();
    const { session } = createTab({ shared, tokens: both });
    await session.start();
    shared.createChannel().post('closed');
    expect(session.getState()).toEqual({ status: 'guest', user: null, ended: 'logout' });
  });

  it('distinguishes a session that expired in another tab from a logout there', async () => {
    const shared = createShared();
    const { session, events } = createTab({ shared, tokens: both });
    await session.start();
    shared.createChannel().post('expired');
    expect(session.getState()).toEqual({ status: 'guest', user: null, ended: 'expired' });
    expect(events).toEqual([]);
  });

  it('ends the session in all tabs on a logout', async () => {
    const first = createTab({ tokens: both });
    const second = createTab({ cookieJar: first.cookieJar, server: first.server, shared: first.shared });
    await Promise.all([first.session.start(), second.session.start()]);
    expect(await first.session.logout()).toBe(true);
    expect(first.session.getState()).toEqual({ status: 'guest', user: null, ended: 'logout' });
    expect(second.session.getState()).toEqual({ status: 'guest', user: null, ended: 'logout' });
    expect(first.cookies.read()).toEqual({ access: null, refresh: null });
    expect(first.events).toEqual(['logout']);
    expect(second.events).toEqual([]);
  });

  it.each([
    ['no response', () => Promise.reject(new ApiError(0, null, 'no-response'))],
    ['500', () => ({ status: 500, body: null })],
    ['401', () => ({ status: 401, body: null })],
    ['an unexpected error', () => Promise.reject(new TypeError('x is not a function'))],
  ])('ends the session in this tab when the logout fails with %s', async (_, failure) => {
    const { session, server, cookies, events } = createTab({ tokens: both });
    await session.start();
    server.overrides.set('logout', failure);
    expect(await session.logout()).toBe(false);
    expect(session.getState().status).toBe('guest');
    expect(cookies.read()).toEqual({ access: null, refresh: null });
    expect(events).toEqual(['logout']);
  });

  it('refreshes an expired access token before the logout', async () => {
    const { session, server } = createTab({ tokens: both });
    await session.start();
    server.state.access = 'a9';
    expect(await session.logout()).toBe(true);
    expect(server.count('logout')).toBe(2);
  });

  it('does not restore the session from a refresh that was in flight during a logout', async () => {
    const { session, server, cookies } = createTab({ tokens: both });
    await session.start();
    server.state.access = 'a9';
    server.overrides.set('refreshToken', () => {
      cookies.clear();
      server.state.access = 'a2';
      return { status: 200, body: { access: 'a2', refresh: 'r2' } };
    });
    expect((await session.transport(secret)).status).toBe(401);
    expect(cookies.read()).toEqual({ access: null, refresh: null });
  });

  it('keeps a newer profile when the response of the restore arrives after it', async () => {
    const { session, server } = createTab({ tokens: both });
    let release = (_response: ApiResponse) => {};
    server.overrides.set('getProfile', () => new Promise<ApiResponse>((resolve) => (release = resolve)));
    const restored = session.start();
    await expect.poll(() => server.count('getProfile')).toBe(1);
    await Promise.resolve();
    const releaseOld = release;
    const changed = { ...user, email: 'new@example.com' };
    server.overrides.set('getProfile', () => ({ status: 200, body: changed }));
    await session.syncWithCookies();
    releaseOld({ status: 200, body: user });
    await restored;
    expect(session.getState()).toEqual({ status: 'user', user: changed });
  });

  it('becomes a guest when the cookies are gone on return to a page', async () => {
    const { session, cookies } = createTab({ tokens: both });
    await session.start();
    cookies.clear();
    await session.syncWithCookies();
    expect(session.getState().status).toBe('guest');
  });
});

describe('cookies', () => {
  it.each([
    ['http:', 'news.example', false],
    ['http:', 'localhost', true],
    ['http:', '127.0.0.1', true],
    ['https:', 'news.example', true],
  ])('have the Secure attribute on %s//%s: %s', (protocol, hostname, isSecure) => {
    const cookieJar = createJar();
    createTokenCookies(cookieJar, { protocol, hostname }).write({ access: 'a', refresh: 'r' });
    expect(cookieJar.written.every((text) => text.endsWith('; Secure') === isSecure)).toBe(true);
  });
});
