import { Link } from 'react-router';
import type { UserProfile } from '#contract/auth.ts';
import * as profileMessages from '#locales/ru/profile.ts';
import { authorPath } from '#web/paths/author-path.ts';
import { Button } from '#web/ui/button.tsx';

/** Links from the profile to the user's other pages, and the logout button. */
export function ProfileLinks({ user, onLogout }: { user: UserProfile; onLogout: () => void }) {
  const links = [
    { to: authorPath(user), label: profileMessages.authorPage },
    { to: '/posts/my', label: profileMessages.myPosts },
    { to: '/comments/my', label: profileMessages.myComments },
    { to: '/profile/pictures', label: profileMessages.myPictures },
    { to: '/subscription', label: profileMessages.subscription },
    { to: '/security', label: profileMessages.security },
    { to: '/change-password', label: profileMessages.changePassword },
  ];
  return (
    <nav aria-labelledby="profile-links">
      <h2 id="profile-links" className="text-xl">
        {profileMessages.links}
      </h2>
      <ul className="mt-2">
        {links.map(({ to, label }) => (
          <li key={to} className="border-b border-rule">
            <Link
              to={to}
              viewTransition
              className="flex min-h-10 items-center text-sm hover:text-link hover:underline pointer-coarse:min-h-11"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <Button variant="secondary" className="mt-4" onClick={onLogout}>
        {profileMessages.logout}
      </Button>
    </nav>
  );
}
