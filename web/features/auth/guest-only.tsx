import { type ReactNode, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { useSession } from '#web/api/use-session.ts';
import { localPath } from '#web/paths/local-path.ts';
import { SessionOverlay } from './session-overlay.tsx';

/**
 * Shows its children to guests. Redirects a user who is already logged in to Home, and a user who logs in here (or
 * meanwhile in another tab) to the target of the `redirect` parameter.
 */
export function GuestOnly({ children }: { children: ReactNode }) {
  const { status } = useSession();
  const [query] = useSearchParams();
  const [wasGuest, setWasGuest] = useState(false);
  if (status === 'guest' && !wasGuest) setWasGuest(true);

  if (status === 'user') return <Navigate to={wasGuest ? localPath(query.get('redirect')) : '/'} replace />;
  return (
    <>
      {children}
      {status === 'restoring' && <SessionOverlay />}
    </>
  );
}
