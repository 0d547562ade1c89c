import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { t } from '#text/index.ts';
import { getBrowser } from '#web/api/browser.ts';
import { contractResolver } from '#web/api/contract-resolver.ts';
import { formStatuses, showApiErrors } from '#web/api/form-errors.ts';
import { notify } from '#web/api/notify.ts';
import { useSubmit } from '#web/api/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { loginForm } from './auth-schemas.ts';
import { PasswordInput } from './password-input.tsx';

type LoginValues = z.input<typeof loginForm>;

/**
 * The form with e-mail and password. A success opens the session, and the page redirects. `forgottenPasswordLink` leads
 * to the password reset.
 */
export function LoginForm({ forgotten }: { forgotten: ReactNode }) {
  const form = useForm<LoginValues, unknown, LoginValues>({ resolver: contractResolver(loginForm) });
  const [problem, setProblem] = useState<string | null>(null);
  const { errors } = form.formState;

  const { isReady, isBusy, onSubmit } = useSubmit(form, async (body) => {
    setProblem(null);
    const { api, session } = getBrowser();
    try {
      session.open(await api.call('login', { body, quiet: formStatuses }));
      notify('success', t('login.welcome'));
    } catch (error) {
      setProblem(showApiErrors(form, error, { fields: ['email', 'password'], fallback: t('login.failed') }));
    }
  });

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {problem && <Notice tone="danger">{problem}</Notice>}
      <Field label={t('login.email')} error={errors.email?.message}>
        <Input
          {...form.register('email')}
          type="email"
          autoComplete="username"
          placeholder={t('login.emailPlaceholder')}
          aria-required
        />
      </Field>
      <Field label={t('login.password')} error={errors.password?.message}>
        <PasswordInput
          {...form.register('password')}
          autoComplete="current-password"
          placeholder={t('login.passwordPlaceholder')}
          aria-required
        />
      </Field>
      <p className="-my-2 text-right text-sm">{forgotten}</p>
      <Button type="submit" size="lg" busy={isBusy} disabled={!isReady}>
        {t(isBusy ? 'login.submitting' : 'login.submit')}
      </Button>
    </form>
  );
}
