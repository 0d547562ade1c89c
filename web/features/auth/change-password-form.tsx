import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import * as passwordsMessages from '#locales/ru/passwords.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { formErrorStatuses, showApiErrors } from '#web/forms/form-errors.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { changePasswordFormSchema } from './auth-schemas.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { PasswordInput } from './password-input.tsx';

type PasswordValues = z.input<typeof changePasswordFormSchema>;

const fields = ['old_password', 'new_password', 'new_password2'] as const;

/** Changes the password and keeps this session. `username` is for password managers. */
export function ChangePasswordForm({ username, onChanged }: { username: string; onChanged: () => void }) {
  const form = useForm<PasswordValues, unknown, z.output<typeof changePasswordFormSchema>>({
    resolver: contractResolver(changePasswordFormSchema),
  });
  const [problem, setProblem] = useState<string | null>(null);
  const { errors } = form.formState;
  const password = useWatch({ control: form.control, name: 'new_password' }) ?? '';

  const { isReady, isBusy, onSubmit } = useSubmit(form, async (body) => {
    setProblem(null);
    try {
      await getBrowserClient().api.call('changePassword', { body, suppressToastFor: formErrorStatuses });
      notify('success', passwordsMessages.changed);
      onChanged();
    } catch (error) {
      setProblem(showApiErrors(form, error, { fields, fallback: passwordsMessages.changeFailed }));
    }
  });

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {problem && <Notice tone="danger">{problem}</Notice>}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Field label={passwordsMessages.current} error={errors.old_password?.message}>
        <PasswordInput {...form.register('old_password')} autoComplete="current-password" aria-required />
      </Field>
      <NewPasswordFields register={form.register} password={password} errors={errors} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <ButtonLink to="/profile" variant="secondary" size="lg">
          {passwordsMessages.cancel}
        </ButtonLink>
        <Button type="submit" size="lg" busy={isBusy} disabled={!isReady}>
          {isBusy ? passwordsMessages.changing : passwordsMessages.change}
        </Button>
      </div>
    </form>
  );
}
