import { type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { loginPath } from '#web/api/local-path.ts';
import { useSession } from '#web/api/use-session.ts';

/**
 * Shows its children to a logged-in user, the fallback until the session is restored, and leads a guest to the
 * login page and back. A page whose session dies while it is open stays: there may be unsaved work on it.
 */
export function RequireUser({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  const [wasUser, setWasUser] = useState(false);
  if (session.status === 'user' && !wasUser) setWasUser(true);

  if (!wasUser && session.status === 'restoring') return fallback;
  if (!wasUser && session.status === 'guest')
    return <Navigate to={loginPath(pathname + search + hash)} replace />;
  // The children keep their place in the tree, and with it their state, whatever becomes of the session.
  return (
    <>
      {session.status === 'guest' && session.ended === 'logout' && <Navigate to="/" />}
      {children}
    </>
  );
}
