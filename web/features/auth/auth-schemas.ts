import { z } from 'zod';
import { changePasswordBody, confirmPasswordReset, loginBody, registerBody } from '#contract/auth.ts';

const shortestPassword = 6;
const repeatRequired = 'register.repeatRequired';
/** An untouched input has no value. */
const repeated = z.string(repeatRequired).min(1, repeatRequired);
/** The error of the second field. An empty second field shows the "required" error instead. */
const differ = (field: string) => ({ path: [field], error: 'auth.passwordsDiffer' as const });

export const loginForm = loginBody.extend({
  email: registerBody.shape.email,
  password: loginBody.shape.password.min(shortestPassword, 'auth.passwordTooShort'),
});

export const registerForm = registerBody
  .extend({
    password2: repeated,
    agreement: z.boolean().refine((isGiven) => isGiven, 'register.agreementRequired'),
  })
  .refine(({ password, password2 }) => password2 === '' || password === password2, differ('password2'));

const isRepeated = (values: { new_password: string; new_password2: string }): boolean =>
  values.new_password2 === '' || values.new_password === values.new_password2;

export const newPasswordForm = confirmPasswordReset.body
  .omit({ token: true })
  .extend({ new_password2: repeated })
  .refine(isRepeated, differ('new_password2'));

export const changePasswordForm = changePasswordBody
  .extend({ new_password2: repeated })
  .refine(isRepeated, differ('new_password2'));
