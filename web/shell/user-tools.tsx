import type { UserProfile } from '#contract/auth.ts';
import { IdentityPrompt } from '#web/features/auth/identity-prompt.tsx';
import { NotificationBell } from '#web/features/notifications/notification-bell.tsx';
import { DeletionBand } from './deletion-band.tsx';
import { UserMenu } from './user-menu.tsx';

export { MobileUserMenu } from './mobile-user-menu.tsx';

/** The bell and the menu in the header. Guests never load this code. */
export function UserTools({ user }: { user: UserProfile }) {
  return (
    <>
      <NotificationBell />
      <UserMenu user={user} />
      <IdentityPrompt />
      {user.deletion && <DeletionBand user={user} />}
    </>
  );
}
