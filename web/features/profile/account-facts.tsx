import type { ReactNode } from 'react';
import type { UserProfile } from '#contract/auth.ts';
import { fullDate, wholeNumber } from '#text/format.ts';
import { t } from '#text/index.ts';
import { Badge } from '#web/ui/badge.tsx';

/** The read-only data of the account; `resend` is the button that sends the confirmation mail again. */
export function AccountFacts({ user, resend }: { user: UserProfile; resend: ReactNode }) {
  return (
    <section aria-labelledby="account-details">
      <h2 id="account-details" className="text-xl">
        {t('profile.account')}
      </h2>
      <dl className="mt-3 grid gap-3 text-sm">
        <Fact name={t('profile.email')}>
          <span className="wrap-anywhere">{user.email}</span>{' '}
          <Badge tone={user.email_verified ? 'success' : 'warning'}>
            {t(user.email_verified ? 'profile.emailConfirmed' : 'profile.emailUnconfirmed')}
          </Badge>
          {!user.email_verified && (
            <div className="mt-2 flex flex-col items-start gap-2">
              <p className="text-soft">{t('profile.emailUnconfirmedText')}</p>
              {resend}
            </div>
          )}
        </Fact>
        <Fact name={t('profile.username')}>
          <span className="wrap-anywhere">{user.username}</span>
        </Fact>
        <Fact name={t('profile.since')}>{fullDate(user.created_at)}</Fact>
        <Fact name={t('profile.postsCount')}>{wholeNumber(user.posts_count)}</Fact>
        <Fact name={t('profile.commentsCount')}>{wholeNumber(user.comments_count)}</Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
