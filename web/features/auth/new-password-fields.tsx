import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import { t } from '#text/index.ts';
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
        label={t('passwords.next')}
        hint={password === '' ? t('register.passwordHint') : <StrengthBar password={password} />}
        error={errors.new_password?.message}
      >
        <PasswordInput {...register('new_password')} autoComplete="new-password" aria-required />
      </Field>
      <Field label={t('passwords.repeat')} error={errors.new_password2?.message}>
        <PasswordInput
          {...register('new_password2')}
          autoComplete="new-password"
          placeholder={t('register.password2Placeholder')}
          aria-required
        />
      </Field>
    </>
  );
}
