import { type ReactNode, StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { RouterContextProvider } from 'react-router';
import { HydratedRouter } from 'react-router/dom';
import { getBrowser } from '#web/api/browser.ts';
import { apiContext } from '#web/api/context.ts';
import { liftOverlay } from '#web/shell/boot-script.ts';
import { pressAgain } from '#web/shell/late-scripts.ts';

const { session, loaderApi } = getBrowser();

function getContext(): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(apiContext, loaderApi);
  return context;
}

void session.start().finally(liftOverlay);
// A page brought back by «back» may show a session that has ended meanwhile.
addEventListener('pageshow', (event) => {
  if (event.persisted) void session.follow();
});

function Alive({ children }: { children: ReactNode }) {
  useEffect(pressAgain, []);
  return children;
}

function comeToLife(): void {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Alive>
          <HydratedRouter getContext={getContext} />
        </Alive>
      </StrictMode>,
    );
  });
}

/** What is read is painted first. A page that nobody looks at gets no frame, and need not wait for one. */
if (document.hidden) comeToLife();
else requestAnimationFrame(() => setTimeout(comeToLife));
