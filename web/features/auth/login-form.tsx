import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import * as loginMessages from '#locales/ru/login.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiForm } from '#web/forms/api-form.tsx';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { formErrorStatuses } from '#web/forms/form-errors.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { notify } from '#web/ui/notify.ts';
import { loginFormSchema } from './auth-schemas.ts';
import { PasswordInput } from './password-input.tsx';

type LoginValues = z.input<typeof loginFormSchema>;

/**
 * The form with e-mail and password. A success opens the session, and the page redirects. `forgottenPasswordLink` leads
 * to the password reset.
 */
export function LoginForm({ forgottenPasswordLink }: { forgottenPasswordLink: ReactNode }) {
  const form = useForm<LoginValues, unknown, LoginValues>({ resolver: contractResolver(loginFormSchema) });
  const { errors } = form.formState;

  async function send(body: LoginValues): Promise<void> {
    const { api, session } = getBrowserClient();
    session.open(await api.call('login', { body, suppressToastFor: formErrorStatuses }));
    notify('success', loginMessages.welcome);
  }
  const state = useApiForm(form, send, { fields: ['email', 'password'], fallback: loginMessages.failed });

  return (
    <ApiForm state={state} className="flex flex-col gap-5">
      <Field label={loginMessages.email} error={errors.email?.message}>
        <Input
          {...form.register('email')}
          type="email"
          autoComplete="username"
          placeholder={loginMessages.emailPlaceholder}
          aria-required
        />
      </Field>
      <Field label={loginMessages.password} error={errors.password?.message}>
        <PasswordInput
          {...form.register('password')}
          autoComplete="current-password"
          placeholder={loginMessages.passwordPlaceholder}
          aria-required
        />
      </Field>
      <p className="-my-2 text-right text-sm">{forgottenPasswordLink}</p>
      <Button type="submit" size="lg" busy={state.isBusy} disabled={!state.isReady}>
        {state.isBusy ? loginMessages.submitting : loginMessages.submit}
      </Button>
    </ApiForm>
  );
}
