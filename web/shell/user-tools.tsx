import type { UserProfile } from '#contract/auth.ts';
import { NoticeBell } from '#web/features/notices/notice-bell.tsx';
import { UserMenu } from './user-menu.tsx';

export { MobileUserMenu } from './mobile-user-menu.tsx';

/** The bell and the menu in the header. Guests never load this code. */
export function UserTools({ user }: { user: UserProfile }) {
  return (
    <>
      <NoticeBell />
      <UserMenu user={user} />
    </>
  );
}
