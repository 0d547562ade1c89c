import { useState } from 'react';
import { isRouteErrorResponse, type MetaArgs, Outlet, useRouteError } from 'react-router';
import { t } from '#text/index.ts';
import { useSession } from '#web/api/use-session.ts';
import { ErrorScreen } from '#web/shell/error-screen.tsx';
import { NotFoundScreen } from '#web/shell/not-found-screen.tsx';
import { pageMeta } from '#web/shell/titles.ts';

export const meta = ({ error }: MetaArgs) =>
  error ? pageMeta({ title: t(isNotFound(error) ? 'notFound.title' : 'site.errorTitle') }) : [];

/** Stands around every page, so that its errors leave header, footer and toasts where they are. */
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
 * What a guest was told may not be the last word: when the session turns out to be a user's, everything is asked
 * for once more, and until the answer comes the first one is not shown.
 */
function useIsAskedAgain(error: unknown): boolean {
  const { status } = useSession();
  const [guestError, setGuestError] = useState<unknown>(null);
  if (status === 'restoring' && guestError !== error) setGuestError(error);
  return status === 'user' && guestError === error;
}
