import type { UserProfile } from '#contract/auth.ts';
import { t } from '#text/index.ts';
import { displayName } from '#text/person.ts';
import { usePersonal } from '#web/api/personal.ts';
import { ownSubscription } from '#web/api/subscription.ts';
import { Badge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';

/** The user's name, email address and subscription state. */
export function UserIdentity({ user }: { user: UserProfile }) {
  const { value } = usePersonal(ownSubscription);
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
          {t(value.is_active ? 'shell.subscriptionActive' : 'shell.subscriptionNone')}
        </p>
      )}
    </>
  );
}

/** «Активна» beside the link to the subscription. */
export function SubscriptionBadge() {
  const { value } = usePersonal(ownSubscription);
  if (!value?.is_active) return null;
  return (
    <span className="ml-auto">
      <Badge tone="success">{t('shell.subscriptionBadge')}</Badge>
    </span>
  );
}
