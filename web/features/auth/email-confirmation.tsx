import { type ReactNode, useState } from 'react';
import * as emailConfirmationMessages from '#locales/ru/email-confirmation.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/client.ts';
import { useSession } from '#web/api/use-session.ts';
import { formErrorStatuses } from '#web/forms/form-errors.ts';
import { loginPath } from '#web/paths/local-path.ts';
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
    const { api, session } = getBrowserClient();
    setBusy(true);
    try {
      await api.call('verifyEmail', { body: { token }, suppressToastFor: formErrorStatuses });
      setOutcome('done');
      // Also while the session is restored: the profile that arrives may be older than the confirmation.
      void session.syncWithCookies();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setOutcome(error.status === 400 ? 'dead' : 'failed');
    } finally {
      setBusy(false);
    }
  }

  if (outcome === 'done')
    return (
      <OutcomeNotice
        tone="success"
        title={emailConfirmationMessages.doneTitle}
        text={emailConfirmationMessages.doneText}
      >
        {status === 'user' && (
          <ButtonLink to="/profile" variant="secondary">
            {emailConfirmationMessages.toProfile}
          </ButtonLink>
        )}
        <ButtonLink to="/">{emailConfirmationMessages.toHome}</ButtonLink>
      </OutcomeNotice>
    );
  if (outcome === 'dead') return <ConfirmationUnavailable isExpired />;
  return (
    <div className="flex flex-col gap-5">
      <p className="text-soft">{emailConfirmationMessages.lead}</p>
      {outcome === 'failed' && <Notice tone="danger">{emailConfirmationMessages.failed}</Notice>}
      <Button size="lg" busy={isBusy} onClick={() => void confirm()}>
        {isBusy ? emailConfirmationMessages.confirming : emailConfirmationMessages.confirm}
      </Button>
    </div>
  );
}

/** Shown when the token is missing or invalid: offers another e-mail unless the address is already confirmed. */
export function ConfirmationUnavailable({ isExpired = false }: { isExpired?: boolean }) {
  const { status, user } = useSession();
  if (user?.email_verified)
    return (
      <OutcomeNotice
        tone="success"
        title={emailConfirmationMessages.alreadyTitle}
        text={emailConfirmationMessages.alreadyText}
      >
        <ButtonLink to="/">{emailConfirmationMessages.toHome}</ButtonLink>
      </OutcomeNotice>
    );
  return (
    <OutcomeNotice
      tone={isExpired ? 'danger' : 'neutral'}
      title={isExpired ? emailConfirmationMessages.deadTitle : emailConfirmationMessages.noTokenTitle}
      text={isExpired ? emailConfirmationMessages.deadText : emailConfirmationMessages.noTokenText}
    >
      {user && <ResendButton email={user.email} />}
      {status === 'guest' && (
        <ButtonLink to={loginPath('/profile')}>{emailConfirmationMessages.resendLogin}</ButtonLink>
      )}
    </OutcomeNotice>
  );
}

function OutcomeNotice({
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
