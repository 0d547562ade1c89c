import { type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useSession } from '#web/api/use-session.ts';
import { loginPath } from '#web/paths/local-path.ts';
import { SessionOverlay } from './session-overlay.tsx';

/**
 * Shows its children to a logged-in user, and the fallback behind the overlay until the session is restored. Redirects a guest to the login
 * page and back. A page stays open when its session expires, because it may have unsaved work.
 */
export function RequireUser({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  const [wasUser, setWasUser] = useState(false);
  if (session.status === 'user' && !wasUser) setWasUser(true);

  if (!wasUser && session.status === 'restoring')
    return (
      <>
        {fallback}
        <SessionOverlay />
      </>
    );
  if (!wasUser && session.status === 'guest')
    return <Navigate to={loginPath(pathname + search + hash)} replace />;
  // The children keep their position in the tree, and so their state, when the session changes.
  return (
    <>
      {session.status === 'guest' && session.ended === 'logout' && <Navigate to="/" />}
      {children}
    </>
  );
}
