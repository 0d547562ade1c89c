import { useState } from 'react';
import { interpolate } from '#locales/interpolate.ts';
import * as emailConfirmationMessages from '#locales/ru/email-confirmation.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/client.ts';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/notify.ts';

/** Sends the confirmation e-mail again. */
export function ResendButton({ email, size }: { email: string; size?: 'sm' | 'md' }) {
  const [isBusy, setBusy] = useState(false);

  async function resend(): Promise<void> {
    setBusy(true);
    try {
      await getBrowserClient().api.call('resendVerification', { body: {} });
      notify('success', interpolate(emailConfirmationMessages.resent, { email }));
    } catch (error) {
      // A toast has shown the error.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button variant="secondary" size={size} busy={isBusy} onClick={() => void resend()}>
      {emailConfirmationMessages.resend}
    </Button>
  );
}
