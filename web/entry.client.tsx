import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { RouterContextProvider } from 'react-router';
import { HydratedRouter } from 'react-router/dom';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { apiContext } from '#web/api/context.ts';
import { endRestoring } from '#web/shell/boot-script.ts';

const { session, loaderApi } = getBrowserClient();

function getContext(): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(apiContext, loaderApi);
  return context;
}

void session.start().finally(() => {
  // `SessionEvents` ends it together with what it shows to the user; only a failed attempt ends it here.
  if (session.getState().status === 'restoring') endRestoring();
});
// A page brought back by «back» may show a session that has ended meanwhile.
addEventListener('pageshow', (event) => {
  if (event.persisted) void session.syncWithCookies();
});

const startOfflineReading = () =>
  import('#web/offline/offline-reading.ts').then(
    (offlineReading) => offlineReading.startOfflineReading(),
    () => undefined,
  );
if (document.readyState === 'complete') void startOfflineReading();
else addEventListener('load', startOfflineReading, { once: true });

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter getContext={getContext} />
    </StrictMode>,
  );
});
