import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import * as passwordsMessages from '#locales/ru/passwords.ts';
import * as registerMessages from '#locales/ru/register.ts';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from './password-input.tsx';
import { StrengthBar } from './strength-bar.tsx';

type NewPassword = { new_password: string; new_password2: string };

/** The new password, its strength, and its repetition. */
export function NewPasswordFields({
  register,
  password,
  errors,
}: {
  register: (field: keyof NewPassword) => UseFormRegisterReturn;
  /** The current input. */
  password: string;
  errors: FieldErrors<NewPassword>;
}) {
  return (
    <>
      <Field
        label={passwordsMessages.next}
        hint={password === '' ? registerMessages.passwordHint : <StrengthBar password={password} />}
        error={errors.new_password?.message}
      >
        <PasswordInput {...register('new_password')} autoComplete="new-password" aria-required />
      </Field>
      <Field label={passwordsMessages.repeat} error={errors.new_password2?.message}>
        <PasswordInput
          {...register('new_password2')}
          autoComplete="new-password"
          placeholder={registerMessages.password2Placeholder}
          aria-required
        />
      </Field>
    </>
  );
}
