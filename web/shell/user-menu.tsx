import LogOut from 'lucide-react/icons/log-out';
import ShieldCheck from 'lucide-react/icons/shield-check';
import type { UserProfile } from '#contract/auth.ts';
import * as shellMessages from '#locales/ru/shell.ts';
import { userCan } from '#web/api/user-can.ts';
import { subscriptionQuery } from '#web/queries/subscription-query.ts';
import { logout } from '#web/shell/logout.ts';
import { Menu, MenuChoice, MenuItem, MenuLink, MenuSeparator } from '#web/ui/menu.tsx';
import { chooseTheme, useTheme } from './theme.ts';
import { themeOptions } from './theme-options.ts';
import { UserBadge } from './user-badge.tsx';
import { SubscriptionBadge, UserIdentity } from './user-identity.tsx';
import { passwordLink, subscriptionLink, userLinks } from './user-links.ts';

/** The menu of a logged-in user: identity, own pages, theme and logout. */
export function UserMenu({ user }: { user: UserProfile }) {
  const theme = useTheme();
  return (
    <Menu
      onOpenChange={(open) => open && void subscriptionQuery.refresh()}
      trigger={
        <button
          type="button"
          className="flex h-11 min-w-11 items-center justify-center gap-2 rounded-md px-2 hover:bg-sunk data-popup-open:bg-sunk"
        >
          <span className="sr-only">{shellMessages.userMenu}</span>
          <UserBadge user={user} />
        </button>
      }
      header={
        <div className="border-b border-rule px-4 pt-2 pb-3">
          <UserIdentity user={user} />
        </div>
      }
    >
      {userLinks.map(({ to, label, Icon }) => (
        <MenuLink key={to} to={to}>
          <Icon aria-hidden className="size-4 text-muted" />
          {label}
          {to === subscriptionLink && <SubscriptionBadge />}
        </MenuLink>
      ))}
      <MenuSeparator />
      <MenuLink to={passwordLink.to}>
        <passwordLink.Icon aria-hidden className="size-4 text-muted" />
        {passwordLink.label}
      </MenuLink>
      {(userCan(user, 'posts.review') || user.lacks_second_factor) && (
        <MenuLink to="/staff">
          <ShieldCheck aria-hidden className="size-4 text-muted" />
          {shellMessages.moderation}
        </MenuLink>
      )}
      <MenuSeparator />
      <MenuChoice label={shellMessages.theme} value={theme} options={themeOptions} onChange={chooseTheme} />
      <MenuSeparator />
      <MenuItem danger onClick={() => void logout()}>
        <LogOut aria-hidden className="size-4" />
        {shellMessages.logout}
      </MenuItem>
    </Menu>
  );
}
