import { z } from 'zod';
import { changePasswordBody, confirmPasswordReset, loginBody, registerBody } from '#contract/auth.ts';

const minPasswordLength = 6;
const repeatRequired = 'register.repeatRequired';
/** An untouched input has no value. */
const repeatedPassword = z.string(repeatRequired).min(1, repeatRequired);
/** The error of the second field. An empty second field shows the "required" error instead. */
const passwordMismatch = (field: string) => ({ path: [field], error: 'auth.passwordsDiffer' as const });

export const loginFormSchema = loginBody.extend({
  email: registerBody.shape.email,
  password: loginBody.shape.password.min(minPasswordLength, 'auth.passwordTooShort'),
});

export const registerFormSchema = registerBody
  .extend({
    password2: repeatedPassword,
    agreement: z.boolean().refine((isGiven) => isGiven, 'register.agreementRequired'),
  })
  .refine(
    ({ password, password2 }) => password2 === '' || password === password2,
    passwordMismatch('password2'),
  );

const passwordsMatch = (values: { new_password: string; new_password2: string }): boolean =>
  values.new_password2 === '' || values.new_password === values.new_password2;

export const newPasswordFormSchema = confirmPasswordReset.body
  .omit({ token: true })
  .extend({ new_password2: repeatedPassword })
  .refine(passwordsMatch, passwordMismatch('new_password2'));

export const changePasswordFormSchema = changePasswordBody
  .extend({ new_password2: repeatedPassword })
  .refine(passwordsMatch, passwordMismatch('new_password2'));
