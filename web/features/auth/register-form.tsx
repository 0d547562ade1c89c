import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { interpolate } from '#locales/interpolate.ts';
import * as registerMessages from '#locales/ru/register.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiForm } from '#web/forms/api-form.tsx';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { formErrorStatuses } from '#web/forms/form-errors.ts';
import { TrapField } from '#web/forms/trap-field.tsx';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { notify } from '#web/ui/notify.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import { registerFormSchema } from './auth-schemas.ts';
import { PasswordInput } from './password-input.tsx';
import { StrengthBar } from './strength-bar.tsx';

type RegisterValues = z.input<typeof registerFormSchema>;
type RegisterForm = UseFormReturn<RegisterValues, unknown, z.output<typeof registerFormSchema>>;

const fields = ['username', 'email', 'first_name', 'last_name', 'password', 'password2'] as const;

/** Creates an account. A success opens its session, and the page redirects. */
export function RegisterForm() {
  const form: RegisterForm = useForm({ resolver: contractResolver(registerFormSchema) });
  const isAgreed = useWatch({ control: form.control, name: 'agreement' });

  async function send({
    agreement: _,
    homepage,
    ...person
  }: z.output<typeof registerFormSchema>): Promise<void> {
    const body = homepage ? { ...person, homepage } : person;
    const { api, session } = getBrowserClient();
    session.open(await api.call('register', { body, suppressToastFor: formErrorStatuses }));
    notify('success', registerMessages.welcome);
  }
  const state = useApiForm(form, send, { fields, fallback: registerMessages.failed });

  return (
    <ApiForm state={state} className="flex flex-col gap-5">
      <PersonFields form={form} />
      <PasswordFields form={form} />
      <TrapField {...form.register('homepage')} />
      <Checkbox {...form.register('agreement')} error={form.formState.errors.agreement?.message}>
        {registerMessages.agreement} <LegalLink to="/terms">{registerMessages.agreementTerms}</LegalLink>{' '}
        {registerMessages.agreementAnd}{' '}
        <LegalLink to="/privacy">{registerMessages.agreementPrivacy}</LegalLink>
      </Checkbox>
      <Button type="submit" size="lg" busy={state.isBusy} disabled={!state.isReady || !isAgreed}>
        {state.isBusy ? registerMessages.submitting : registerMessages.submit}
      </Button>
    </ApiForm>
  );
}

/** Opens a legal document in a new window, so the form keeps its input. */
function LegalLink({ to, children }: { to: string; children: string }) {
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
        label={interpolate(registerMessages.required, { label: registerMessages.username })}
        hint={registerMessages.usernameHint}
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
      <Field
        label={interpolate(registerMessages.required, { label: registerMessages.email })}
        error={errors.email?.message}
      >
        <Input
          {...form.register('email')}
          type="email"
          autoComplete="email"
          placeholder={registerMessages.emailPlaceholder}
          aria-required
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={registerMessages.firstName} error={errors.first_name?.message}>
          <Input {...form.register('first_name')} autoComplete="given-name" />
        </Field>
        <Field label={registerMessages.lastName} error={errors.last_name?.message}>
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
        label={interpolate(registerMessages.required, { label: registerMessages.password })}
        hint={password === '' ? registerMessages.passwordHint : <StrengthBar password={password} />}
        error={errors.password?.message}
      >
        <PasswordInput {...form.register('password')} autoComplete="new-password" aria-required />
      </Field>
      <Field
        label={interpolate(registerMessages.required, { label: registerMessages.password2 })}
        error={errors.password2?.message}
      >
        <PasswordInput
          {...form.register('password2')}
          autoComplete="new-password"
          placeholder={registerMessages.password2Placeholder}
          aria-required
        />
      </Field>
    </>
  );
}
