import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import * as passwordsMessages from '#locales/ru/passwords.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiForm } from '#web/forms/api-form.tsx';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { formErrorStatuses } from '#web/forms/form-errors.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { notify } from '#web/ui/notify.ts';
import { changePasswordFormSchema } from './auth-schemas.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { PasswordInput } from './password-input.tsx';

type PasswordValues = z.input<typeof changePasswordFormSchema>;
type PasswordBody = z.output<typeof changePasswordFormSchema>;

const fields = ['old_password', 'new_password', 'new_password2'] as const;

/** Changes the password and keeps this session. `username` is for password managers. */
export function ChangePasswordForm({ username, onChanged }: { username: string; onChanged: () => void }) {
  const form = useForm<PasswordValues, unknown, PasswordBody>({
    resolver: contractResolver(changePasswordFormSchema),
  });
  const { errors } = form.formState;
  const password = useWatch({ control: form.control, name: 'new_password' }) ?? '';

  async function send(body: PasswordBody): Promise<void> {
    await getBrowserClient().api.call('changePassword', { body, suppressToastFor: formErrorStatuses });
    notify('success', passwordsMessages.changed);
    onChanged();
  }
  const state = useApiForm(form, send, { fields, fallback: passwordsMessages.changeFailed });

  return (
    <ApiForm state={state} className="flex flex-col gap-5">
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Field label={passwordsMessages.current} error={errors.old_password?.message}>
        <PasswordInput {...form.register('old_password')} autoComplete="current-password" aria-required />
      </Field>
      <NewPasswordFields register={form.register} password={password} errors={errors} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <ButtonLink to="/profile" variant="secondary" size="lg">
          {passwordsMessages.cancel}
        </ButtonLink>
        <Button type="submit" size="lg" busy={state.isBusy} disabled={!state.isReady}>
          {state.isBusy ? passwordsMessages.changing : passwordsMessages.change}
        </Button>
      </div>
    </ApiForm>
  );
}
