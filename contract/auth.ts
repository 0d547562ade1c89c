import { z } from 'zod';
import {
  count,
  id,
  messageBody,
  optionalText,
  requiredText,
  timestamp,
  trapField,
  uploadedFile,
} from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { pictureInfo } from './media.ts';
import { permissions, roles } from './permissions.ts';

export const accountDeletion = z.object({
  /** Until then the owner can cancel it. */
  due_at: timestamp(),
  /** Whether public texts stay without a name, or all texts are removed. */
  texts: z.enum(['keep', 'remove']),
});

export const userProfile = z.object({
  id: id(),
  username: z.string(),
  email: z.string(),
  /** True after the owner has opened the confirmation link sent to this address. */
  email_verified: z.boolean(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  avatar: z.string().nullable(),
  avatar_info: pictureInfo.nullable(),
  bio: z.string(),
  created_at: timestamp(),
  updated_at: timestamp(),
  posts_count: count(),
  comments_count: count(),
  is_staff: z.boolean(),
  is_superuser: z.boolean(),
  role: z.enum(roles),
  /** What the user may do: pages offer nothing else. */
  permissions: z.array(z.enum(permissions)),
  has_second_factor: z.boolean(),
  /** The role does not count until the owner sets up a second factor, because the site requires one. */
  lacks_second_factor: z.boolean(),
  /** The deletion that the owner has requested. */
  deletion: accountDeletion.nullable(),
});
export type UserProfile = z.infer<typeof userProfile>;

/** The public fields of an author. An e-mail address reaches only its owner and staff (docs/api.md, Values). */
export const authorInfo = z.object({
  id: z.int().min(0),
  username: z.string(),
  full_name: z.string(),
  avatar: z.string().nullable(),
  avatar_info: pictureInfo.nullable(),
});
export type AuthorInfo = z.infer<typeof authorInfo>;

export const authResponse = z.object({
  user: userProfile,
  access: z.string(),
  refresh: z.string(),
  message: z.string(),
});
export type AuthResponse = z.infer<typeof authResponse>;

export const usernameMinLength = 3;
export const usernameMaxLength = 150;
export const passwordMinLength = 8;
/** Long enough for any passphrase, short enough to add no measurable hashing cost. */
export const passwordMaxLength = 1024;
export const nameMaxLength = 30;
export const bioMaxLength = 500;

/** One `@`, a domain with a dot, no character with a meaning in mail headers; letters of any alphabet. */
export const emailPattern = /^[^\s@"<>(),:;\\[\]]{1,64}@[^\s@"<>(),:;\\[\]]+\.[^\s@"<>(),:;\\[\].]{2,}$/u;
const email = () =>
  requiredText(254, { required: 'auth.emailRequired' }).pipe(
    z.string().regex(emailPattern, 'auth.emailInvalid'),
  );
const password = (required: string) =>
  z
    .string({ error: (issue) => (issue.input === undefined || issue.input === null ? required : undefined) })
    .min(1, required)
    .max(passwordMaxLength, 'auth.passwordTooLong')
    .refine((value) => !value.includes('\u0000') && value.isWellFormed(), 'validation.unreadable');

/** The token in a link sent by e-mail. */
const linkToken = () => requiredText(512, { required: 'auth.linkRequired' });

const newPassword = () => password('auth.passwordRequired').min(passwordMinLength, 'auth.passwordTooShort');

export const registerBody = z.object({
  username: requiredText(usernameMaxLength, { required: 'auth.usernameRequired' })
    .min(usernameMinLength, 'auth.usernameTooShort')
    .regex(/^[\p{L}\p{M}\p{N}@.+\-_]+$/u, 'auth.usernameCharacters'),
  email: email(),
  password: newPassword(),
  password2: z.string().nullish(),
  first_name: optionalText(nameMaxLength),
  last_name: optionalText(nameMaxLength),
  homepage: trapField(),
});

export const loginBody = z.object({
  email: requiredText(254, { required: 'auth.emailRequired' }),
  password: password('auth.passwordRequired'),
  second_factor_code: requiredText(40, { required: 'security.codeRequired' }).optional(),
});

export const profileBody = z.object({
  first_name: optionalText(nameMaxLength),
  last_name: optionalText(nameMaxLength),
  bio: optionalText(bioMaxLength),
  avatar: uploadedFile(),
});

export const changePasswordBody = z.object({
  old_password: password('auth.oldPasswordRequired'),
  new_password: newPassword(),
  new_password2: z.string().nullish(),
});

export const register = defineEndpoint('register', {
  tag: 'auth',
  summary: 'Create an account and open a session',
  description: 'Also opens a session. The password confirmation is optional; when it is sent, it must match.',
  auth: 'ignored',
  body: registerBody,
  aliases: { password_confirm: 'password2', password_confirmation: 'password2' },
  errorMessages: {
    400: [
      { field: 'username', key: 'auth.usernameTaken' },
      { field: 'username', key: 'auth.usernameIsEmail' },
      { field: 'password', key: 'auth.passwordCommon' },
      { field: 'email', key: 'auth.emailMixed' },
      { field: 'email', key: 'auth.emailUnicode' },
    ],
  },
  responses: { 201: authResponse.extend({ message: z.literal('User registered successfully') }) },
});

export const login = defineEndpoint('login', {
  tag: 'auth',
  summary: 'Open a session with an e-mail address (or a username) and a password',
  description:
    'Wrong credentials return 400, not 401, and the response is the same for an account that does not exist. A disabled account also returns 400; the reason is shown only when the password is correct. Repeated failures return 429. For an account with a second factor, the right password returns 400 with `code: "second_factor_required"`; the client repeats the request with `second_factor_code`, a code of the authenticator app or a recovery code, or calls `loginWithPasskey`.',
  isCritical: true,
  auth: 'ignored',
  body: loginBody,
  aliases: { username: 'email' },
  errorMessages: {
    400: [
      { field: 'non_field_errors', key: 'auth.wrongCredentials' },
      { field: 'non_field_errors', key: 'auth.accountDisabled' },
      { key: 'security.secondFactorRequired' },
      { field: 'second_factor_code', key: 'security.codeWrong' },
    ],
  },
  responses: { 200: authResponse.extend({ message: z.literal('User login successfully') }) },
});

export const refreshToken = defineEndpoint('refreshToken', {
  tag: 'auth',
  summary: 'Exchange a refresh token for an access token and the next refresh token',
  description:
    'The new refresh token replaces the old one when it is first used: a client that reads only `access` can use its first refresh token until that expires, after 7 days. An old token that is sent after a newer one was used ends the session. After 5 failures of one token within a minute the response is 429.',
  isCritical: true,
  auth: 'ignored',
  body: z.object({ refresh: requiredText(512, { required: 'auth.refreshRequired' }) }),
  aliases: { refresh_token: 'refresh' },
  errorMessages: { 401: [{ key: 'errors.tokenInvalid' }] },
  responses: { 200: z.object({ access: z.string(), refresh: z.string().optional() }) },
  errors: [401],
});

export const logout = defineEndpoint('logout', {
  tag: 'auth',
  summary: 'End the session of a refresh token',
  description: 'Without a token in the body, the session of the access token ends.',
  auth: 'user',
  body: z.object({ refresh_token: z.string().nullish() }),
  aliases: { refresh: 'refresh_token' },
  errorMessages: { 400: [{ key: 'auth.refreshInvalid', error: 'Invalid token' }] },
  responses: { 200: messageBody('Logout successful') },
});

export const getProfile = defineEndpoint('getProfile', {
  tag: 'auth',
  summary: "The caller's own profile",
  auth: 'user',
  responses: { 200: userProfile },
});

const profileUpdate = {
  tag: 'auth',
  summary: "Change the caller's own profile; every field is optional",
  description:
    'Read-only fields are ignored. `avatar` is a file in multipart bodies; null or an empty string removes it, `{}` or the current URL leaves it unchanged. The response is the complete profile.',
  auth: 'user',
  needs: 'profile.write',
  body: profileBody,
  responses: { 200: userProfile },
} as const;
export const replaceProfile = defineEndpoint('replaceProfile', profileUpdate);
export const updateProfile = defineEndpoint('updateProfile', profileUpdate);

export const changePassword = defineEndpoint('changePassword', {
  tag: 'auth',
  summary: 'Change the password; all other sessions end, the current one continues',
  description: 'A wrong current password returns 400 under `old_password`.',
  auth: 'user',
  body: changePasswordBody,
  aliases: { new_password_confirm: 'new_password2', new_password_confirmation: 'new_password2' },
  errorMessages: { 400: [{ field: 'old_password', key: 'auth.oldPasswordWrong' }] },
  responses: { 200: messageBody('Password changed successfully') },
});

export const verifyEmail = defineEndpoint('verifyEmail', {
  tag: 'auth',
  summary: 'Confirm an e-mail address with the token from the e-mail',
  description: 'The token works once and for a limited time.',
  auth: 'ignored',
  body: z.object({ token: linkToken() }),
  errorMessages: { 400: [{ field: 'token', key: 'auth.linkInvalid' }] },
  responses: { 200: messageBody('Email verified successfully') },
});

export const resendVerification = defineEndpoint('resendVerification', {
  tag: 'auth',
  summary: 'Send the confirmation e-mail again',
  auth: 'user',
  body: z.object({}),
  responses: { 200: messageBody('Verification email sent') },
});

export const requestPasswordReset = defineEndpoint('requestPasswordReset', {
  tag: 'auth',
  summary: 'Send a password reset e-mail; the response is the same whether the account exists or not',
  auth: 'ignored',
  body: z.object({ email: email() }),
  responses: { 200: messageBody('Password reset email sent if the account exists') },
});

export const confirmPasswordReset = defineEndpoint('confirmPasswordReset', {
  tag: 'auth',
  summary: 'Set a new password with the token from the e-mail; every session of the account ends',
  description: 'The token works once and expires after an hour.',
  auth: 'ignored',
  body: z.object({ token: linkToken(), new_password: newPassword(), new_password2: z.string().nullish() }),
  aliases: { new_password_confirm: 'new_password2', new_password_confirmation: 'new_password2' },
  errorMessages: { 400: [{ field: 'token', key: 'auth.linkInvalid' }] },
  responses: { 200: messageBody('Password reset successfully') },
});
