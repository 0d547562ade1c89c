import { describeFailure } from './catalogue.ts';
import { type ApiClient, createApiClient } from './client.ts';
import { createHttpSend } from './http-transport.ts';
import { notify } from './notify.ts';
import { createSession, type Session, type TabChannel } from './session-core.ts';
import { createTokenCookies } from './token-cookies.ts';
import { createTokenRefresh, type Lock } from './token-refresh.ts';

const channelName = 'session';
const refreshLockName = 'session-refresh';

type Browser = {
  session: Session;
  /** For components: failures are told in a toast, once. */
  api: ApiClient;
  /** For loaders: a 404 is a screen of its own and needs no toast. */
  loaderApi: ApiClient;
  /** For what nobody has asked for: its failures are told to nobody. */
  quietApi: ApiClient;
};

let browser: Browser | undefined;

/** The one session and API client of this tab, made at first use; only in the browser. */
export function getBrowser(): Browser {
  browser ??= createBrowser();
  return browser;
}

function createBrowser(): Browser {
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
    api: createApiClient(session.transport, { report }),
    loaderApi: createApiClient(session.transport, { report, quiet: [404] }),
    quietApi: createApiClient(session.transport),
  };
}

/** `navigator.locks` exists only on https and localhost; elsewhere the tabs go without each other. */
function createLock(): Lock {
  if ('locks' in navigator) return async (work) => navigator.locks.request(refreshLockName, work);
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn;
    return turn;
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
