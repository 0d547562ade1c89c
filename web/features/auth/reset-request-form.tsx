import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { requestPasswordReset } from '#contract/auth.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as passwordsMessages from '#locales/ru/passwords.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiForm } from '#web/forms/api-form.tsx';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { formErrorStatuses } from '#web/forms/form-errors.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';

type ResetValues = z.input<typeof requestPasswordReset.body>;

/** Requests the e-mail with a reset link. The result does not reveal whether the address has an account. */
export function ResetRequestForm() {
  const form = useForm<ResetValues, unknown, ResetValues>({
    resolver: contractResolver(requestPasswordReset.body),
  });
  const [sentTo, setSentTo] = useState<string | null>(null);

  async function send(body: ResetValues): Promise<void> {
    await getBrowserClient().api.call('requestPasswordReset', { body, suppressToastFor: formErrorStatuses });
    setSentTo(body.email);
  }
  const state = useApiForm(form, send, { fields: ['email'], fallback: passwordsMessages.resetFailed });

  if (sentTo !== null) return <Sent email={sentTo} onSendAgain={() => setSentTo(null)} />;
  return (
    <ApiForm
      state={state}
      className="flex flex-col gap-5"
      lead={<p className="text-soft">{passwordsMessages.resetLead}</p>}
    >
      <Field label={passwordsMessages.resetEmail} error={form.formState.errors.email?.message}>
        <Input
          {...form.register('email')}
          type="email"
          autoComplete="email"
          placeholder={passwordsMessages.resetEmailPlaceholder}
          aria-required
        />
      </Field>
      <Button type="submit" size="lg" busy={state.isBusy} disabled={!state.isReady}>
        {state.isBusy ? passwordsMessages.resetSending : passwordsMessages.resetSend}
      </Button>
    </ApiForm>
  );
}

function Sent({ email, onSendAgain }: { email: string; onSendAgain: () => void }) {
  return (
    <div role="status" className="flex flex-col items-start gap-4">
      <Notice tone="success">
        <p className="font-semibold">{passwordsMessages.resetSentTitle}</p>
        <p className="mt-1 wrap-anywhere">{interpolate(passwordsMessages.resetSentText, { email })}</p>
      </Notice>
      <p className="text-sm text-soft">{passwordsMessages.resetSentHint}</p>
      <Button variant="secondary" onClick={onSendAgain}>
        {passwordsMessages.resetAgain}
      </Button>
    </div>
  );
}
