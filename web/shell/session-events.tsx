import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { t } from '#text/index.ts';
import { getBrowser } from '#web/api/browser.ts';
import { loginPath } from '#web/api/local-path.ts';
import { notify } from '#web/api/notify.ts';
import { isStaying } from '#web/api/stay-here.ts';
import { useSession } from '#web/api/use-session.ts';

/** What a session's beginnings and ends mean for the page that is open: where to go, and what to load again. */
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

/** A page shows what its reader may see and do: another reader, other data. */
function useFreshData(): void {
  const { status, user } = useSession();
  const { revalidate } = useRevalidator();
  const shownTo = useRef<number | null>(null);
  const reader = status === 'user' ? user.id : null;
  useEffect(() => {
    // The server's HTML is a guest's: nothing to load again until somebody is known.
    if (status === 'restoring' || shownTo.current === reader) return;
    // A navigation begun in this very moment (to where a login leads) must be under way first: loading again
    // would otherwise take its place instead of joining it.
    const timer = setTimeout(() => {
      shownTo.current = reader;
      void revalidate();
    });
    return () => clearTimeout(timer);
  }, [status, reader, revalidate]);
}
