import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { t } from '#text/index.ts';
import { getBrowser } from '#web/api/browser.ts';
import { loginPath } from '#web/api/local-path.ts';
import { notify } from '#web/api/notify.ts';
import { isStaying } from '#web/api/stay-here.ts';
import { useSession } from '#web/api/use-session.ts';

/** Navigates and reloads data when a session begins or ends. */
export function SessionEvents() {
  useSessionNavigation();
  useFreshData();
  return null;
}

function useSessionNavigation(): void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const path = pathname + search + hash;
  useEffect(
    () =>
      getBrowser().session.onEvent((event) => {
        if (event === 'logout') return void navigate('/');
        if (isStaying()) return;
        notify('error', t(event === 'expired' ? 'errors.sessionExpired' : 'errors.loginRequired'));
        if (pathname !== '/login') void navigate(loginPath(path));
      }),
    [navigate, path, pathname],
  );
}

/** Reloads the page's data when the user changes, because the data depends on the user's permissions. */
function useFreshData(): void {
  const { status, user } = useSession();
  const { revalidate } = useRevalidator();
  const shownTo = useRef<number | null>(null);
  const reader = status === 'user' ? user.id : null;
  useEffect(() => {
    // The server renders as a guest: a guest's data is current already.
    if (status === 'restoring' || shownTo.current === reader) return;
    // Waits for a navigation that starts in the same tick (the redirect after a login): a revalidation before it
    // would replace it instead of joining it.
    const timer = setTimeout(() => {
      shownTo.current = reader;
      void revalidate();
    });
    return () => clearTimeout(timer);
  }, [status, reader, revalidate]);
}
