import { Link } from 'react-router';
import type { UserProfile } from '#contract/auth.ts';
import { t } from '#text/index.ts';
import { authorPath } from '#web/api/author-path.ts';
import { logout } from '#web/api/session.ts';
import { Button } from '#web/ui/button.tsx';

/** Links from the profile to the user's other pages, and the logout button. */
export function ProfileLinks({ user }: { user: UserProfile }) {
  const links = [
    { to: authorPath(user), label: t('profile.authorPage') },
    { to: '/posts/my', label: t('profile.myPosts') },
    { to: '/comments/my', label: t('profile.myComments') },
    { to: '/profile/pictures', label: t('profile.myPictures') },
    { to: '/subscription', label: t('profile.subscription') },
    { to: '/change-password', label: t('profile.changePassword') },
  ];
  return (
    <nav aria-labelledby="profile-links">
      <h2 id="profile-links" className="text-xl">
        {t('profile.links')}
      </h2>
      <ul className="mt-2">
        {links.map(({ to, label }) => (
          <li key={to} className="border-b border-rule">
            <Link
              to={to}
              viewTransition
              className="flex min-h-10 items-center text-sm hover:text-accent hover:underline pointer-coarse:min-h-11"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <Button variant="secondary" className="mt-4" onClick={() => void logout()}>
        {t('profile.logout')}
      </Button>
    </nav>
  );
}
