import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import * as errorsMessages from '#locales/ru/errors.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { isRedirectSuppressed } from '#web/api/suppress-redirect.ts';
import { useSession } from '#web/api/use-session.ts';
import { loginPath } from '#web/paths/local-path.ts';
import { notify } from '#web/ui/notify.ts';
import { endRestoring } from './boot-script.ts';
import { forgetRecentSearches } from './forget-recent-searches.ts';

/** Navigates and reloads data when a session begins or ends. */
export function SessionEvents() {
  useEndOfRestoring();
  useSessionNavigation();
  useRevalidationOnUserChange();
  return null;
}

/** Releases the reserved space in the same paint in which the header shows the user. */
function useEndOfRestoring(): void {
  const isKnown = useSession().status !== 'restoring';
  useLayoutEffect(() => {
    if (isKnown) endRestoring();
  }, [isKnown]);
}

function useSessionNavigation(): void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const path = pathname + search + hash;
  useEffect(
    () =>
      getBrowserClient().session.onEvent((event) => {
        if (event === 'logout') {
          forgetRecentSearches();
          return void navigate('/');
        }
        if (isRedirectSuppressed()) return;
        notify('error', event === 'expired' ? errorsMessages.sessionExpired : errorsMessages.loginRequired);
        if (pathname !== '/login') void navigate(loginPath(path));
      }),
    [navigate, path, pathname],
  );
}

/** Reloads the page's data when the user changes, because the data depends on the user's permissions. */
function useRevalidationOnUserChange(): void {
  const { status, user } = useSession();
  const { revalidate } = useRevalidator();
  const loadedFor = useRef<number | null>(null);
  const reader = status === 'user' ? user.id : null;
  useEffect(() => {
    // The server renders as a guest: a guest's data is current already.
    if (status === 'restoring' || loadedFor.current === reader) return;
    // Waits for a navigation that starts in the same tick (the redirect after a login): a revalidation before it
    // would replace it instead of joining it.
    const timer = setTimeout(() => {
      loadedFor.current = reader;
      void revalidate();
    });
    return () => clearTimeout(timer);
  }, [status, reader, revalidate]);
}
