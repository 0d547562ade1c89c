import { lazy } from 'react';
import { Link, useLocation } from 'react-router';
import type { UserProfile } from '#contract/auth.ts';
import * as shellMessages from '#locales/ru/shell.ts';
import { useUser } from '#web/api/use-session.ts';
import { loginPath, registerPath, returnPath } from '#web/paths/local-path.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { useHash } from '#web/ui/use-hash.ts';
import { useHydratedSearch } from './use-hydrated-search.ts';
import { UserBadge } from './user-badge.tsx';

const UserTools = lazy(() => import('./user-tools.tsx').then((module) => ({ default: module.UserTools })));

/**
 * The right end of the header: login and registration for guests, bell and menu for users. Its width does not depend on the
 * name, so that it is known before the session is restored.
 */
export function AccountMenu() {
  const user = useUser();
  if (user)
    return (
      <div className="flex items-center justify-end gap-1 lg:w-60">
        <UserMenuSlot user={user} />
      </div>
    );
  return (
    <div className="hidden items-center gap-2 md:flex restoring:invisible restoring:flex restoring:w-24 restoring:justify-end restoring:overflow-hidden restoring:lg:w-60">
      <GuestActions />
    </div>
  );
}

/** While the menu's code is loading or missing, the badge links to the profile, which has the same links. */
function UserMenuSlot({ user }: { user: UserProfile }) {
  return (
    <LazyBoundary
      fallback={<ProfileLink user={user} />}
      // A deployment may have replaced the files: a full page load gets the new ones.
      failed={<ProfileLink user={user} reloadDocument />}
    >
      <UserTools user={user} />
    </LazyBoundary>
  );
}

function ProfileLink({ user, reloadDocument }: { user: UserProfile; reloadDocument?: boolean }) {
  return (
    <>
      <span className="size-11" />
      <Link
        to="/profile"
        reloadDocument={reloadDocument}
        aria-busy={!reloadDocument}
        className="flex h-11 min-w-11 items-center justify-center gap-2 rounded-md px-2 hover:bg-sunk"
      >
        <UserBadge user={user} />
      </Link>
    </>
  );
}

/** «Войти» and «Регистрация», which return to the current page. */
export function GuestActions({ size = 'sm' }: { size?: 'sm' | 'lg' }) {
  const { pathname } = useLocation();
  const path = returnPath({ pathname, search: useHydratedSearch(), hash: useHash() });
  return (
    <>
      <ButtonLink to={loginPath(path)} variant="secondary" size={size}>
        {shellMessages.login}
      </ButtonLink>
      <ButtonLink to={registerPath(path)} size={size}>
        {shellMessages.register}
      </ButtonLink>
    </>
  );
}
