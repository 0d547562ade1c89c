import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import * as passwordsMessages from '#locales/ru/passwords.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/client.ts';
import { ApiForm } from '#web/forms/api-form.tsx';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { formErrorStatuses } from '#web/forms/form-errors.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { newPasswordFormSchema } from './auth-schemas.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

type NewPasswordValues = z.input<typeof newPasswordFormSchema>;
type NewPasswordBody = z.output<typeof newPasswordFormSchema>;

/** Sets a new password with the token of an e-mail. `onExpiredLink` offers a new link when the token is invalid. */
export function NewPasswordForm({ token, onExpiredLink }: { token: string; onExpiredLink: () => void }) {
  const form = useForm<NewPasswordValues, unknown, NewPasswordBody>({
    resolver: contractResolver(newPasswordFormSchema),
  });
  const [outcome, setOutcome] = useState<'saved' | 'dead' | null>(null);
  const password = useWatch({ control: form.control, name: 'new_password' }) ?? '';

  async function send(values: NewPasswordBody): Promise<void> {
    const { api, session } = getBrowserClient();
    try {
      await api.call('confirmPasswordReset', {
        body: { token, ...values },
        suppressToastFor: formErrorStatuses,
      });
      setOutcome('saved');
      if (session.getState().status !== 'user') return;
      // The reset has ended all sessions of the account. A session open here is about to redirect to the login page.
      notify('success', passwordsMessages.newSavedTitle);
      void session.syncWithCookies();
    } catch (error) {
      if (!(error instanceof ApiError && error.fields.token)) throw error;
      setOutcome('dead');
    }
  }
  const state = useApiForm(form, send, {
    fields: ['new_password', 'new_password2'],
    fallback: passwordsMessages.newFailed,
  });

  if (outcome === 'saved') return <Saved />;
  if (outcome === 'dead') return <ExpiredLink onRequestNew={onExpiredLink} />;
  return (
    <ApiForm
      state={state}
      className="flex flex-col gap-5"
      lead={<p className="text-soft">{passwordsMessages.newLead}</p>}
    >
      <NewPasswordFields register={form.register} password={password} errors={form.formState.errors} />
      <Button type="submit" size="lg" busy={state.isBusy} disabled={!state.isReady}>
        {state.isBusy ? passwordsMessages.newSaving : passwordsMessages.newSave}
      </Button>
    </ApiForm>
  );
}

function Saved() {
  return (
    <div role="status" className="flex flex-col items-start gap-5">
      <Notice tone="success">
        <p className="font-semibold">{passwordsMessages.newSavedTitle}</p>
        <p className="mt-1">{passwordsMessages.newSavedText}</p>
      </Notice>
      <ButtonLink to="/login" size="lg">
        {passwordsMessages.newLogin}
      </ButtonLink>
    </div>
  );
}

function ExpiredLink({ onRequestNew }: { onRequestNew: () => void }) {
  return (
    <div className="flex flex-col items-start gap-5">
      <Notice tone="danger">
        <p className="font-semibold">{passwordsMessages.linkDeadTitle}</p>
        <p className="mt-1">{passwordsMessages.linkDeadText}</p>
      </Notice>
      <Button size="lg" onClick={onRequestNew}>
        {passwordsMessages.linkRequest}
      </Button>
    </div>
  );
}
