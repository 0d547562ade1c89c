import { notify } from '#web/ui/notify.ts';
import { type ApiClient, createApiClient } from './client.ts';
import { createConfirmedTransport } from './confirmed-transport.ts';
import { describeFailure } from './error-messages.ts';
import { createHttpSend } from './http-transport.ts';
import { createSession, type Session, type TabChannel } from './session-core.ts';
import { createTokenCookies } from './token-cookies.ts';
import { createTokenRefresh, type Lock } from './token-refresh.ts';

const channelName = 'session';
const refreshLockName = 'session-refresh';

type BrowserClient = {
  session: Session;
  /** For components: shows each failure in one toast. */
  api: ApiClient;
  /** For loaders: a 404 has its own screen and shows no toast. */
  loaderApi: ApiClient;
  /** For background requests: shows no toasts. */
  silentApi: ApiClient;
};

let browserClient: BrowserClient | undefined;

/** The session and the API clients of this tab, created on first use. Only in the browser. */
export function getBrowserClient(): BrowserClient {
  browserClient ??= createBrowserClient();
  return browserClient;
}

function createBrowserClient(): BrowserClient {
  const cookies = createTokenCookies(document, location);
  const send = createHttpSend();
  const report = (error: Parameters<typeof describeFailure>[0]) => notify('error', describeFailure(error));
  const session = createSession({
    cookies,
    send,
    refresh: createTokenRefresh({ cookies, send, lock: createLock() }),
    channel: createTabChannel(),
    schedule: (work, delayMs) => setTimeout(work, delayMs),
    report,
  });
  return {
    session,
    api: createApiClient(createConfirmedTransport(session.transport), { report }),
    loaderApi: createApiClient(session.transport, { report, suppressToastFor: [404] }),
    silentApi: createApiClient(session.transport),
  };
}

/** `navigator.locks` exists only on https and localhost. Elsewhere the lock covers this tab alone. */
function createLock(): Lock {
  if ('locks' in navigator) return async (work) => navigator.locks.request(refreshLockName, work);
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work, work);
    last = result;
    return result;
  };
}

function createTabChannel(): TabChannel {
  const channel = new BroadcastChannel(channelName);
  return {
    post: (message) => channel.postMessage(message),
    listen(receive) {
      channel.addEventListener('message', ({ data }) => {
        if (data === 'opened' || data === 'closed' || data === 'expired') receive(data);
      });
    },
  };
}
