import type { ReactNode } from 'react';
import type { UserProfile } from '#contract/auth.ts';
import { fullDate, wholeNumber } from '#locales/format.ts';
import * as profileMessages from '#locales/ru/profile.ts';
import { Badge } from '#web/ui/badge.tsx';

/** The read-only data of the account; `resend` is the button that sends the confirmation mail again. */
export function AccountDetails({ user, resend }: { user: UserProfile; resend: ReactNode }) {
  return (
    <section aria-labelledby="account-details">
      <h2 id="account-details" className="text-xl">
        {profileMessages.account}
      </h2>
      <dl className="mt-3 grid gap-3 text-sm">
        <DetailItem name={profileMessages.email}>
          <span className="wrap-anywhere">{user.email}</span>{' '}
          <Badge tone={user.email_verified ? 'success' : 'warning'}>
            {user.email_verified ? profileMessages.emailConfirmed : profileMessages.emailUnconfirmed}
          </Badge>
          {!user.email_verified && (
            <div className="mt-2 flex flex-col items-start gap-2">
              <p className="text-soft">{profileMessages.emailUnconfirmedText}</p>
              {resend}
            </div>
          )}
        </DetailItem>
        <DetailItem name={profileMessages.username}>
          <span className="wrap-anywhere">{user.username}</span>
        </DetailItem>
        <DetailItem name={profileMessages.since}>{fullDate(user.created_at)}</DetailItem>
        <DetailItem name={profileMessages.postsCount}>{wholeNumber(user.posts_count)}</DetailItem>
        <DetailItem name={profileMessages.commentsCount}>{wholeNumber(user.comments_count)}</DetailItem>
      </dl>
    </section>
  );
}

function DetailItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
