import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { confirmIdentity } from '#contract/security.ts';
import * as loginMessages from '#locales/ru/login.ts';
import * as securityPageMessages from '#locales/ru/security-page.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/client.ts';
import { useUser } from '#web/api/use-session.ts';
import { ApiForm } from '#web/forms/api-form.tsx';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { formErrorStatuses } from '#web/forms/form-errors.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Input } from '#web/ui/input.tsx';
import { notify } from '#web/ui/notify.ts';
import { hasPasskeys, signWithPasskey } from './passkey.ts';
import { PasswordInput } from './password-input.tsx';

const { password, second_factor_code: code } = confirmIdentity.body.shape;
type Values = { password?: string; second_factor_code?: string };
const schemas: Record<'password' | 'code', z.ZodType<Values, Values>> = {
  password: z.object({ password: password.unwrap() }),
  code: z.object({ second_factor_code: code.unwrap() }),
};
type DialogProps = { open: boolean; onClose: (isConfirmed: boolean) => void };

/** Asks for the password, or for the second factor of an account that has one. */
export function IdentityDialog({ open, onClose }: DialogProps) {
  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => !next && onClose(false)}
      title={securityPageMessages.confirmTitle}
    >
      <p className="mt-2 mb-6 text-soft">{securityPageMessages.confirmText}</p>
      <IdentityForm key={String(open)} onClose={onClose} />
    </FormDialog>
  );
}

function IdentityForm({ onClose }: Pick<DialogProps, 'onClose'>) {
  const hasSecondFactor = useUser()?.has_second_factor === true;
  const schema = hasSecondFactor ? schemas.code : schemas.password;
  const form = useForm<Values, unknown, Values>({ resolver: contractResolver(schema) });
  const { errors } = form.formState;
  const state = useApiForm(
    form,
    async (body) => {
      await getBrowserClient().api.call('confirmIdentity', { body, suppressToastFor: formErrorStatuses });
      onClose(true);
    },
    { fields: ['password', 'second_factor_code'], fallback: securityPageMessages.confirmFailed },
  );
  return (
    <ApiForm state={state} className="flex flex-col gap-5">
      {hasSecondFactor ? (
        <Field label={securityPageMessages.confirmCode} error={errors.second_factor_code?.message}>
          <Input {...form.register('second_factor_code')} autoComplete="one-time-code" aria-required />
        </Field>
      ) : (
        <Field label={securityPageMessages.confirmPassword} error={errors.password?.message}>
          <PasswordInput {...form.register('password')} autoComplete="current-password" aria-required />
        </Field>
      )}
      <div className="flex flex-col-reverse flex-wrap gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={() => onClose(false)}>
          {securityPageMessages.cancel}
        </Button>
        {hasSecondFactor && <ConfirmWithPasskey onConfirmed={() => onClose(true)} />}
        <Button type="submit" busy={state.isBusy} disabled={!state.isReady}>
          {state.isBusy ? securityPageMessages.confirmSubmitting : securityPageMessages.confirmSubmit}
        </Button>
      </div>
    </ApiForm>
  );
}

function ConfirmWithPasskey({ onConfirmed }: { onConfirmed: () => void }) {
  const [isShown, setShown] = useState(false);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => setShown(hasPasskeys()), []);

  async function confirm(): Promise<void> {
    setBusy(true);
    try {
      const passkey = await signWithPasskey();
      if (!passkey) return notify('error', loginMessages.passkeyCancelled);
      await getBrowserClient().api.call('confirmIdentity', { body: { passkey } });
      onConfirmed();
    } catch (error) {
      // A toast has shown the error.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  }

  if (!isShown) return null;
  return (
    <Button variant="secondary" busy={isBusy} onClick={() => void confirm()}>
      {securityPageMessages.withPasskey}
    </Button>
  );
}
