import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { t } from '#text/index.ts';
import { loginPath } from '#web/api/local-path.ts';
import { useSession } from '#web/api/use-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { UserBadge } from './user-badge.tsx';

const UserMenu = lazy(() => import('./user-menu.tsx').then((module) => ({ default: module.UserMenu })));

/** The right end of the header: a guest's two buttons, or the user's menu, whose code only users load. */
export function Account() {
  const session = useSession();
  if (session.status !== 'user')
    return (
      <div className="hidden items-center gap-2 md:flex">
        <GuestActions />
      </div>
    );
  return (
    <Suspense
      fallback={
        <span className="flex h-11 items-center gap-2 px-2">
          <UserBadge user={session.user} />
        </span>
      }
    >
      <UserMenu user={session.user} />
    </Suspense>
  );
}

/** «Войти», which leads back to the present page, and «Регистрация». */
export function GuestActions({ size = 'sm' }: { size?: 'sm' | 'lg' }) {
  const { pathname, search } = useLocation();
  return (
    <>
      <ButtonLink to={loginPath(pathname + search)} variant="secondary" size={size}>
        {t('shell.login')}
      </ButtonLink>
      <ButtonLink to="/register" size={size}>
        {t('shell.register')}
      </ButtonLink>
    </>
  );
}
