import { useState } from 'react';
import * as securityPageMessages from '#locales/ru/security-page.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/client.ts';
import { useSession } from '#web/api/use-session.ts';
import { formErrorStatuses } from '#web/forms/form-errors.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

type Outcome = { tone: 'success' | 'danger' | 'neutral'; text: string };

/** Confirms a change of the address with the token of an e-mail. It waits for a click, because mail scanners open links too. */
export function EmailChangeConfirmation({ token }: { token: string | null }) {
  const [outcome, setOutcome] = useState<Outcome | null>(
    token === null ? { tone: 'neutral', text: securityPageMessages.changeNoToken } : null,
  );
  const [isBusy, setBusy] = useState(false);
  const { status } = useSession();

  async function confirm(value: string): Promise<void> {
    const { api, session } = getBrowserClient();
    setBusy(true);
    try {
      const { is_changed: isChanged } = await api.call('confirmEmailChange', {
        body: { token: value },
        suppressToastFor: formErrorStatuses,
      });
      const text = isChanged ? securityPageMessages.changeDone : securityPageMessages.changeHalf;
      setOutcome({ tone: 'success', text });
      // Also while the session is restored: the profile that arrives may be older than the change.
      if (isChanged) void session.syncWithCookies();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const [reason] = error.fields.token ?? [];
      setOutcome({
        tone: 'danger',
        text:
          error.status === 400
            ? (reason ?? securityPageMessages.changeDead)
            : securityPageMessages.changeFailed,
      });
    } finally {
      setBusy(false);
    }
  }

  if (outcome)
    return (
      <div role="status" className="flex flex-col gap-5">
        <Notice tone={outcome.tone}>{outcome.text}</Notice>
        <div className="flex flex-wrap gap-3">
          {status === 'user' && (
            <ButtonLink to="/security" variant="secondary">
              {securityPageMessages.toSecurity}
            </ButtonLink>
          )}
          <ButtonLink to="/">{securityPageMessages.toHome}</ButtonLink>
        </div>
      </div>
    );
  return (
    <div className="flex flex-col gap-5">
      <p className="text-soft">{securityPageMessages.changeLead}</p>
      <Button size="lg" busy={isBusy} onClick={() => void confirm(token ?? '')}>
        {isBusy ? securityPageMessages.changeConfirming : securityPageMessages.changeConfirm}
      </Button>
    </div>
  );
}
