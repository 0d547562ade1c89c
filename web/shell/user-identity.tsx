import type { UserProfile } from '#contract/auth.ts';
import { displayName } from '#locales/person.ts';
import * as shellMessages from '#locales/ru/shell.ts';
import { usePerUserQuery } from '#web/queries/per-user-query.ts';
import { subscriptionQuery } from '#web/queries/subscription-query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';

/** The user's name, email address and subscription state. */
export function UserIdentity({ user }: { user: UserProfile }) {
  const { value } = usePerUserQuery(subscriptionQuery);
  return (
    <>
      <p className="truncate font-medium">{displayName(user)}</p>
      <p className="truncate text-sm text-muted">{user.email}</p>
      {value && (
        <p className="mt-1 flex items-center gap-2 text-sm text-soft">
          <span
            aria-hidden
            className={classNames('size-2 rounded-full', value.is_active ? 'bg-success' : 'bg-rule-strong')}
          />
          {value.is_active ? shellMessages.subscriptionActive : shellMessages.subscriptionNone}
        </p>
      )}
    </>
  );
}

/** «Активна» beside the link to the subscription. */
export function SubscriptionBadge() {
  const { value } = usePerUserQuery(subscriptionQuery);
  if (!value?.is_active) return null;
  return (
    <span className="ml-auto">
      <Badge tone="success">{shellMessages.subscriptionBadge}</Badge>
    </span>
  );
}
