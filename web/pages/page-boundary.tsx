import { useState } from 'react';
import { isRouteErrorResponse, type MetaArgs, Outlet, useRouteError } from 'react-router';
import * as notFoundMessages from '#locales/ru/not-found.ts';
import * as siteMessages from '#locales/ru/site.ts';
import { useSession } from '#web/api/use-session.ts';
import { SessionOverlay } from '#web/features/auth/session-overlay.tsx';
import { ErrorScreen } from '#web/shell/error-screen.tsx';
import { NotFoundScreen } from '#web/shell/not-found-screen.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = ({ error, matches }: MetaArgs) =>
  error
    ? pageMeta({ title: isNotFound(error) ? notFoundMessages.title : siteMessages.errorTitle, matches })
    : [];

/** Wraps every page, so that an error in it keeps the header, the footer and the toasts. */
export default function PageBoundary() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const isRechecking = useIsRecheckingError(error);
  if (isRechecking) return <p className="p-16 text-center text-soft">{siteMessages.loading}</p>;
  return (
    <>
      {isNotFound(error) ? (
        <NotFoundScreen />
      ) : (
        <ErrorScreen isUnavailable={isRouteErrorResponse(error) && error.status === 503} />
      )}
      {/* A user may get the page that a guest did not get. */}
      <SessionOverlay />
    </>
  );
}

function isNotFound(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}

/**
 * True while an error that a guest got is being checked again: the session turned out to belong to a user, and all
 * data is reloaded. Until then the first error is not shown.
 */
function useIsRecheckingError(error: unknown): boolean {
  const { status } = useSession();
  const [guestError, setGuestError] = useState<unknown>(null);
  if (status === 'restoring' && guestError !== error) setGuestError(error);
  return status === 'user' && guestError === error;
}
