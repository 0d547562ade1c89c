import { useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { t } from '#text/index.ts';
import { getBrowser } from '#web/api/browser.ts';
import { contractResolver } from '#web/api/contract-resolver.ts';
import { formStatuses, showApiErrors } from '#web/api/form-errors.ts';
import { notify } from '#web/api/notify.ts';
import { useSubmit } from '#web/api/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { registerForm } from './auth-schemas.ts';
import { PasswordInput } from './password-input.tsx';
import { StrengthBar } from './strength-bar.tsx';

type RegisterValues = z.input<typeof registerForm>;
type RegisterForm = UseFormReturn<RegisterValues, unknown, z.output<typeof registerForm>>;

const fields = ['username', 'email', 'first_name', 'last_name', 'password', 'password2'] as const;

/** Creates an account. A success opens its session, and the page redirects. */
export function RegisterForm() {
  const form: RegisterForm = useForm({ resolver: contractResolver(registerForm) });
  const [problem, setProblem] = useState<string | null>(null);
  const isAgreed = useWatch({ control: form.control, name: 'agreement' });

  const { isReady, isBusy, onSubmit } = useSubmit(form, async ({ agreement: _, ...body }) => {
    setProblem(null);
    const { api, session } = getBrowser();
    try {
      session.open(await api.call('register', { body, quiet: formStatuses }));
      notify('success', t('register.welcome'));
    } catch (error) {
      setProblem(showApiErrors(form, error, { fields, fallback: t('register.failed') }));
    }
  });

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {problem && <Notice tone="danger">{problem}</Notice>}
      <PersonFields form={form} />
      <PasswordFields form={form} />
      <Checkbox {...form.register('agreement')} error={form.formState.errors.agreement?.message}>
        {t('register.agreement')} <Paper to="/terms">{t('register.agreementTerms')}</Paper>{' '}
        {t('register.agreementAnd')} <Paper to="/privacy">{t('register.agreementPrivacy')}</Paper>
      </Checkbox>
      <Button type="submit" size="lg" busy={isBusy} disabled={!isReady || !isAgreed}>
        {t(isBusy ? 'register.submitting' : 'register.submit')}
      </Button>
    </form>
  );
}

/** Opens a legal document in a new window, so the form keeps its input. */
function Paper({ to, children }: { to: string; children: string }) {
  return (
    <TextLink to={to} target="_blank" viewTransition={false}>
      {children}
    </TextLink>
  );
}

function PersonFields({ form }: { form: RegisterForm }) {
  const { errors } = form.formState;
  return (
    <>
      <Field
        label={t('register.required', { label: t('register.username') })}
        hint={t('register.usernameHint')}
        error={errors.username?.message}
      >
        <Input
          {...form.register('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          aria-required
        />
      </Field>
      <Field label={t('register.required', { label: t('register.email') })} error={errors.email?.message}>
        <Input
          {...form.register('email')}
          type="email"
          autoComplete="email"
          placeholder={t('register.emailPlaceholder')}
          aria-required
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('register.firstName')} error={errors.first_name?.message}>
          <Input {...form.register('first_name')} autoComplete="given-name" />
        </Field>
        <Field label={t('register.lastName')} error={errors.last_name?.message}>
          <Input {...form.register('last_name')} autoComplete="family-name" />
        </Field>
      </div>
    </>
  );
}

function PasswordFields({ form }: { form: RegisterForm }) {
  const { errors } = form.formState;
  const password = useWatch({ control: form.control, name: 'password' }) ?? '';
  return (
    <>
      <Field
        label={t('register.required', { label: t('register.password') })}
        hint={password === '' ? t('register.passwordHint') : <StrengthBar password={password} />}
        error={errors.password?.message}
      >
        <PasswordInput {...form.register('password')} autoComplete="new-password" aria-required />
      </Field>
      <Field
        label={t('register.required', { label: t('register.password2') })}
        error={errors.password2?.message}
      >
        <PasswordInput
          {...form.register('password2')}
          autoComplete="new-password"
          placeholder={t('register.password2Placeholder')}
          aria-required
        />
      </Field>
    </>
  );
}
