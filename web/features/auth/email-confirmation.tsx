import { type ReactNode, useState } from 'react';
import { t } from '#text/index.ts';
import { getBrowser } from '#web/api/browser.ts';
import { ApiError } from '#web/api/client.ts';
import { formStatuses } from '#web/api/form-errors.ts';
import { loginPath } from '#web/api/local-path.ts';
import { useSession } from '#web/api/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ResendButton } from './resend-button.tsx';

type Outcome = 'asking' | 'done' | 'dead' | 'failed';

/**
 * Confirms an e-mail address with the token of an e-mail. It waits for a click, because mail scanners open links too and
 * only the owner of the address should confirm it.
 */
export function EmailConfirmation({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<Outcome>('asking');
  const [isBusy, setBusy] = useState(false);
  const { status } = useSession();

  async function confirm(): Promise<void> {
    const { api, session } = getBrowser();
    setBusy(true);
    try {
      await api.call('verifyEmail', { body: { token }, quiet: formStatuses });
      setOutcome('done');
      if (status === 'user') void session.follow();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setOutcome(error.status === 400 ? 'dead' : 'failed');
    } finally {
      setBusy(false);
    }
  }

  if (outcome === 'done')
    return (
      <Told tone="success" title={t('emailConfirmation.doneTitle')} text={t('emailConfirmation.doneText')}>
        {status === 'user' && (
          <ButtonLink to="/profile" variant="secondary">
            {t('emailConfirmation.toProfile')}
          </ButtonLink>
        )}
        <ButtonLink to="/">{t('emailConfirmation.toHome')}</ButtonLink>
      </Told>
    );
  if (outcome === 'dead') return <WithoutLink isDead />;
  return (
    <div className="flex flex-col gap-5">
      <p className="text-soft">{t('emailConfirmation.lead')}</p>
      {outcome === 'failed' && <Notice tone="danger">{t('emailConfirmation.failed')}</Notice>}
      <Button size="lg" busy={isBusy} onClick={() => void confirm()}>
        {t(isBusy ? 'emailConfirmation.confirming' : 'emailConfirmation.confirm')}
      </Button>
    </div>
  );
}

/** Shown when the token is missing or invalid: offers another e-mail unless the address is already confirmed. */
export function WithoutLink({ isDead = false }: { isDead?: boolean }) {
  const { status, user } = useSession();
  if (user?.email_verified)
    return (
      <Told
        tone="success"
        title={t('emailConfirmation.alreadyTitle')}
        text={t('emailConfirmation.alreadyText')}
      >
        <ButtonLink to="/">{t('emailConfirmation.toHome')}</ButtonLink>
      </Told>
    );
  return (
    <Told
      tone={isDead ? 'danger' : 'neutral'}
      title={t(isDead ? 'emailConfirmation.deadTitle' : 'emailConfirmation.noTokenTitle')}
      text={t(isDead ? 'emailConfirmation.deadText' : 'emailConfirmation.noTokenText')}
    >
      {user && <ResendButton email={user.email} />}
      {status === 'guest' && (
        <ButtonLink to={loginPath('/profile')}>{t('emailConfirmation.resendLogin')}</ButtonLink>
      )}
    </Told>
  );
}

function Told({
  tone,
  title,
  text,
  children,
}: {
  tone: 'success' | 'danger' | 'neutral';
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <div role="status" className="flex flex-col gap-5">
      <Notice tone={tone}>
        <p className="font-semibold">{title}</p>
        <p className="mt-1">{text}</p>
      </Notice>
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  );
}
