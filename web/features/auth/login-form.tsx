import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type UseFormRegisterReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import * as loginMessages from '#locales/ru/login.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/client.ts';
import { ApiForm } from '#web/forms/api-form.tsx';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { formErrorStatuses } from '#web/forms/form-errors.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { notify } from '#web/ui/notify.ts';
import { loginFormSchema } from './auth-schemas.ts';
import { PasskeyLoginButton } from './passkey-login-button.tsx';
import { PasswordInput } from './password-input.tsx';

type LoginValues = z.input<typeof loginFormSchema>;

/**
 * The form with e-mail and password, and a second step for accounts with a second factor. A success opens the session,
 * and the page redirects. `forgottenPasswordLink` leads to the password reset.
 */
export function LoginForm({ forgottenPasswordLink }: { forgottenPasswordLink: ReactNode }) {
  const form = useForm<LoginValues, unknown, LoginValues>({ resolver: contractResolver(loginFormSchema) });
  const [needsCode, setNeedsCode] = useState(false);
  const { errors } = form.formState;

  async function send(body: LoginValues): Promise<void> {
    const { api, session } = getBrowserClient();
    try {
      session.open(await api.call('login', { body, suppressToastFor: formErrorStatuses }));
    } catch (error) {
      if (!isSecondFactorRequired(error)) throw error;
      return setNeedsCode(true);
    }
    notify('success', loginMessages.welcome);
  }
  const state = useApiForm(form, send, {
    fields: ['email', 'password', 'second_factor_code'],
    fallback: loginMessages.failed,
  });

  function goBack(): void {
    form.unregister('second_factor_code');
    form.resetField('password');
    state.clearProblem();
    setNeedsCode(false);
  }

  return (
    <ApiForm state={state} className="flex flex-col gap-5">
      {needsCode ? (
        <CodeFields input={form.register('second_factor_code')} error={errors.second_factor_code?.message} />
      ) : (
        <>
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
        </>
      )}
      <Button type="submit" size="lg" busy={state.isBusy} disabled={!state.isReady}>
        {state.isBusy ? loginMessages.submitting : loginMessages.submit}
      </Button>
      <PasskeyLoginButton />
      {needsCode && (
        <Button variant="quiet" onClick={goBack}>
          {loginMessages.back}
        </Button>
      )}
    </ApiForm>
  );
}

/** The second step takes the focus, so that a screen reader reads its label. */
function CodeFields({ input, error }: { input: UseFormRegisterReturn; error: string | undefined }) {
  const element = useRef<HTMLInputElement | null>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <>
      <p role="status" className="text-soft">
        {loginMessages.codeLead}
      </p>
      <Field label={loginMessages.code} hint={loginMessages.codeHint} error={error}>
        <Input
          {...input}
          ref={(node) => {
            element.current = node;
            input.ref(node);
          }}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          aria-required
        />
      </Field>
    </>
  );
}

const isSecondFactorRequired = (error: unknown): boolean =>
  error instanceof ApiError && (error.body as { code?: string } | null)?.code === 'second_factor_required';
