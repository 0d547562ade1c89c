import { useState } from 'react';
import { isRouteErrorResponse, type MetaArgs, Outlet, useRouteError } from 'react-router';
import { t } from '#text/index.ts';
import { useSession } from '#web/api/use-session.ts';
import { ErrorScreen } from '#web/shell/error-screen.tsx';
import { NotFoundScreen } from '#web/shell/not-found-screen.tsx';
import { pageMeta } from '#web/shell/titles.ts';

export const meta = ({ error }: MetaArgs) =>
  error ? pageMeta({ title: t(isNotFound(error) ? 'notFound.title' : 'site.errorTitle') }) : [];

/** Wraps every page, so that an error in it keeps the header, the footer and the toasts. */
export default function PageBoundary() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const isAskedAgain = useIsAskedAgain(error);
  if (isAskedAgain) return <p className="p-16 text-center text-soft">{t('site.loading')}</p>;
  if (isNotFound(error)) return <NotFoundScreen />;
  return <ErrorScreen isUnavailable={isRouteErrorResponse(error) && error.status === 503} />;
}

function isNotFound(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}

/**
 * True while an error that a guest got is being checked again: the session turned out to belong to a user, and all
 * data is reloaded. Until then the first error is not shown.
 */
function useIsAskedAgain(error: unknown): boolean {
  const { status } = useSession();
  const [guestError, setGuestError] = useState<unknown>(null);
  if (status === 'restoring' && guestError !== error) setGuestError(error);
  return status === 'user' && guestError === error;
}
