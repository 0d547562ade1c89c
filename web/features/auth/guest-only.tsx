import { type ReactNode, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { useSession } from '#web/api/use-session.ts';
import { localPath } from '#web/paths/local-path.ts';
import { SessionOverlay } from './session-overlay.tsx';

/**
 * Shows its children to guests. Redirects a user who is already logged in to Home, and a user who logs in here (or
 * meanwhile in another tab) to the target of the `redirect` parameter, or to the setup of a second factor that the site
 * requires of them.
 */
export function GuestOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  const { status } = session;
  const [query] = useSearchParams();
  const [wasGuest, setWasGuest] = useState(false);
  if (status === 'guest' && !wasGuest) setWasGuest(true);

  if (session.status === 'user') {
    const loginTarget = session.user.lacks_second_factor ? '/security' : localPath(query.get('redirect'));
    return <Navigate to={wasGuest ? loginTarget : '/'} replace />;
  }
  return (
    <>
      {children}
      {status === 'restoring' && <SessionOverlay />}
    </>
  );
}
