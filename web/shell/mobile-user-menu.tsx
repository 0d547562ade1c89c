import LogOut from 'lucide-react/icons/log-out';
import { Link } from 'react-router';
import type { UserProfile } from '#contract/auth.ts';
import * as shellMessages from '#locales/ru/shell.ts';
import { logout } from '#web/shell/logout.ts';
import { SubscriptionBadge, UserIdentity } from './user-identity.tsx';
import { passwordLink, subscriptionLink, userLinks } from './user-links.ts';

const itemClass = 'flex min-h-11 w-full items-center gap-3 text-left text-base hover:underline';

/** The user's section of the menu on small screens, with the same entries as the avatar's menu. */
export function MobileUserMenu({ user }: { user: UserProfile }) {
  return (
    <div className="md:hidden">
      <UserIdentity user={user} />
      <nav aria-label={shellMessages.userNavigation} className="mt-2">
        <ul>
          {[...userLinks, passwordLink].map(({ to, label, Icon }) => (
            <li key={to}>
              <Link to={to} viewTransition className={itemClass}>
                <Icon aria-hidden className="size-5 text-muted" />
                {label}
                {to === subscriptionLink && <SubscriptionBadge />}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <button type="button" onClick={() => void logout()} className={`${itemClass} text-danger`}>
        <LogOut aria-hidden className="size-5" />
        {shellMessages.logout}
      </button>
    </div>
  );
}
