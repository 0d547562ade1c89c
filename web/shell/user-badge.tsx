import ChevronDown from 'lucide-react/icons/chevron-down';
import type { UserProfile } from '#contract/auth.ts';
import { displayName, initials } from '#locales/person.ts';
import { Avatar } from '#web/ui/avatar.tsx';

/** A user's avatar and name in the header. */
export function UserBadge({ user }: { user: UserProfile }) {
  return (
    <>
      <Avatar
        src={user.avatar}
        info={user.avatar_info}
        initials={initials(user)}
        seed={user.username}
        size="sm"
      />
      <span className="sr-only truncate text-sm font-medium lg:not-sr-only">{displayName(user)}</span>
      <ChevronDown aria-hidden className="hidden size-4 shrink-0 text-muted lg:block" />
    </>
  );
}
