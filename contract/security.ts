import { z } from 'zod';
import { accountDeletion, authResponse, emailPattern, loginBody } from './auth.ts';
import { count, envelope, id, messageBody, pageQuery, pathId, requiredText, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

export const passkeyNameMaxLength = 60;
/** 1,023 bytes (WebAuthn, section 4) in base64url, with some room. */
export const credentialIdMaxLength = 1400;
/** A code of an authenticator app or a recovery code, with any spaces and dashes. */
export const secondFactorCode = () => requiredText(40, { required: 'security.codeRequired' });
const recoveryCodes = z.array(z.string()).meta({ description: 'Shown once: only their hashes are stored.' });

/** Bytes in base64url. */
const bytes = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]*$/);
const credentialId = () => bytes(credentialIdMaxLength);
const clientExtensionResults = z.object({}).default({});
const authenticatorAttachment = z.enum(['platform', 'cross-platform']).optional().catch(undefined);
const transport = z.string().max(20);

/** `PublicKeyCredential.toJSON()` of a new credential (WebAuthn, section 5.1.8). */
const registrationResponse = z.object({
  id: credentialId(),
  rawId: credentialId(),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4_000),
    attestationObject: bytes(40_000),
    transports: z.array(transport).max(10).optional(),
  }),
  authenticatorAttachment,
  clientExtensionResults,
});

/** `PublicKeyCredential.toJSON()` of a response to a challenge. */
const authenticationResponse = z.object({
  id: credentialId(),
  rawId: credentialId(),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(4_000),
    userHandle: bytes(200)
      .nullish()
      .transform((value) => value ?? undefined),
  }),
  authenticatorAttachment,
  clientExtensionResults,
});

const credentialDescriptor = z.object({
  id: z.string(),
  type: z.string(),
  transports: z.array(z.string()).optional(),
});

/** The options of `navigator.credentials.create`, as `parseCreationOptionsFromJSON` reads them. */
const registrationOptions = z.object({
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int().optional(),
  excludeCredentials: z.array(credentialDescriptor).optional(),
  authenticatorSelection: z
    .object({
      residentKey: z.string().optional(),
      requireResidentKey: z.boolean().optional(),
      userVerification: z.string().optional(),
    })
    .optional(),
  attestation: z.string().optional(),
});

/** The options of `navigator.credentials.get`, as `parseRequestOptionsFromJSON` reads them. */
const authenticationOptions = z.object({
  rpId: z.string().optional(),
  challenge: z.string(),
  timeout: z.int().optional(),
  userVerification: z.string().optional(),
});

export const passkey = z.object({
  id: id(),
  name: z.string(),
  /** Whether the provider of the passkey copies it to other devices of its owner. */
  is_synced: z.boolean(),
  created_at: timestamp(),
  last_used_at: timestamp().nullable(),
});
export type Passkey = z.infer<typeof passkey>;

export const emailChange = z.object({
  new_email: z.string(),
  old_confirmed: z.boolean(),
  new_confirmed: z.boolean(),
  expires_at: timestamp(),
});
export type EmailChange = z.infer<typeof emailChange>;

export const security = z.object({
  totp_enabled_at: timestamp().nullable(),
  passkeys: z.array(passkey),
  recovery_codes_left: count(),
  has_second_factor: z.boolean(),
  /** True for staff where the site requires a second factor: without one, the role does not count. */
  needs_second_factor: z.boolean(),
  email_change: emailChange.nullable(),
});
export type Security = z.infer<typeof security>;

export const openSession = z.object({
  id: z.uuid(),
  /** Browser and system of the login; empty if unknown. */
  device: z.string(),
  is_current: z.boolean(),
  created_at: timestamp(),
  last_used_at: timestamp(),
});
export type OpenSession = z.infer<typeof openSession>;

export const getSecurity = defineEndpoint('getSecurity', {
  tag: 'auth',
  summary: "The second factors of the caller's account, and a pending change of the address",
  auth: 'user',
  responses: { 200: security },
});

export const confirmIdentity = defineEndpoint('confirmIdentity', {
  tag: 'auth',
  summary: 'Prove again who you are, for half an hour',
  description:
    'With the password; an account with a second factor sends a code or the response of a passkey instead. Operations that need it return 403 with `code: "confirmation_required"` when the login and the last confirmation of the session are older than 30 minutes.',
  auth: 'user',
  body: z.object({
    password: loginBody.shape.password.optional(),
    second_factor_code: secondFactorCode().optional(),
    passkey: authenticationResponse.optional(),
  }),
  errorMessages: {
    400: [
      { field: 'password', key: 'auth.oldPasswordWrong' },
      { field: 'second_factor_code', key: 'security.codeWrong' },
      { key: 'security.passkeyFailed' },
    ],
  },
  responses: { 200: z.object({ confirmed_until: timestamp() }) },
});

export const listSessions = defineEndpoint('listSessions', {
  tag: 'auth',
  summary: "The caller's open sessions: the present one first, then the most recently used",
  auth: 'user',
  query: z.object(pageQuery),
  responses: { 200: envelope(openSession) },
  errors: [404],
});

export const endSession = defineEndpoint('endSession', {
  tag: 'auth',
  summary: "End one of the caller's sessions",
  auth: 'user',
  params: z.object({ id: pathId() }),
  errorMessages: { 404: [{ key: 'security.sessionUnknown' }] },
  responses: { 204: null },
});

export const endOtherSessions = defineEndpoint('endOtherSessions', {
  tag: 'auth',
  summary: "End all of the caller's sessions except the present one",
  auth: 'user',
  body: z.object({}),
  responses: { 200: messageBody('Other sessions ended') },
});

export const startTotp = defineEndpoint('startTotp', {
  tag: 'auth',
  summary: 'Create the secret of an authenticator app; it counts after `enableTotp`',
  auth: 'user',
  needsConfirmation: true,
  body: z.object({}),
  errorMessages: { 400: [{ key: 'security.totpAlready' }] },
  responses: { 200: z.object({ secret: z.string(), uri: z.string() }) },
});

export const enableTotp = defineEndpoint('enableTotp', {
  tag: 'auth',
  summary: 'Enable the authenticator app with its first code',
  description:
    'The first factor of an account ends its other sessions and returns recovery codes; otherwise the list is empty.',
  auth: 'user',
  needsConfirmation: true,
  body: z.object({ second_factor_code: secondFactorCode() }),
  errorMessages: {
    400: [{ field: 'second_factor_code', key: 'security.codeWrong' }, { key: 'security.totpNotStarted' }],
  },
  responses: { 200: z.object({ recovery_codes: recoveryCodes }) },
});

export const disableTotp = defineEndpoint('disableTotp', {
  tag: 'auth',
  summary: 'Remove the authenticator app',
  auth: 'user',
  needsConfirmation: true,
  errorMessages: { 404: [{ key: 'security.totpUnknown' }] },
  responses: { 204: null },
  errors: [404],
});

export const createRecoveryCodes = defineEndpoint('createRecoveryCodes', {
  tag: 'auth',
  summary: 'Replace the recovery codes, used and unused, by ten new ones',
  auth: 'user',
  needsConfirmation: true,
  body: z.object({}),
  errorMessages: { 400: [{ key: 'security.factorMissing' }] },
  responses: { 200: z.object({ recovery_codes: recoveryCodes }) },
});

export const getPasskeyOptions = defineEndpoint('getPasskeyOptions', {
  tag: 'auth',
  summary: 'The options with which a browser creates a passkey',
  auth: 'user',
  needsConfirmation: true,
  body: z.object({}),
  errorMessages: { 400: [{ key: 'security.passkeyLimit' }] },
  responses: { 200: registrationOptions },
});

export const createPasskey = defineEndpoint('createPasskey', {
  tag: 'auth',
  summary: 'Store a passkey that the browser has created',
  description:
    'The challenge counts once and for 5 minutes. The first factor of an account ends its other sessions and returns recovery codes; otherwise the list is empty.',
  auth: 'user',
  needsConfirmation: true,
  body: z.object({
    name: requiredText(passkeyNameMaxLength, {
      required: 'security.passkeyNameRequired',
      tooLong: 'security.passkeyNameLong',
    }),
    passkey: registrationResponse,
  }),
  errorMessages: { 400: [{ key: 'security.passkeyFailed' }, { key: 'security.passkeyTaken' }] },
  responses: { 201: z.object({ recovery_codes: recoveryCodes }) },
});

export const renamePasskey = defineEndpoint('renamePasskey', {
  tag: 'auth',
  summary: 'Rename a passkey',
  auth: 'user',
  params: z.object({ id: pathId() }),
  body: z.object({ name: createPasskey.body.shape.name }),
  errorMessages: { 404: [{ key: 'security.passkeyUnknown' }] },
  responses: { 204: null },
});

export const deletePasskey = defineEndpoint('deletePasskey', {
  tag: 'auth',
  summary: 'Remove a passkey',
  auth: 'user',
  needsConfirmation: true,
  params: z.object({ id: pathId() }),
  errorMessages: { 404: [{ key: 'security.passkeyUnknown' }] },
  responses: { 204: null },
});

export const getPasskeyLoginOptions = defineEndpoint('getPasskeyLoginOptions', {
  tag: 'auth',
  summary: 'The options with which a browser answers with a passkey, for a login or a confirmation',
  auth: 'ignored',
  body: z.object({}),
  responses: { 200: authenticationOptions },
});

export const loginWithPasskey = defineEndpoint('loginWithPasskey', {
  tag: 'auth',
  summary: 'Open a session with a passkey',
  description: 'A passkey verifies its user, so neither a password nor a code is needed.',
  isCritical: true,
  auth: 'ignored',
  body: z.object({ passkey: authenticationResponse }),
  errorMessages: {
    400: [{ key: 'security.passkeyFailed' }, { field: 'non_field_errors', key: 'auth.accountDisabled' }],
  },
  responses: { 200: authResponse.extend({ message: z.literal('User login successfully') }) },
});

export const requestEmailChange = defineEndpoint('requestEmailChange', {
  tag: 'auth',
  summary: 'Start a change of the e-mail address; links go to the present and to the new address',
  description:
    'The address changes when both are confirmed, within an hour. If the present address was never confirmed, the new one is enough. The response is the same for an address that has another account.',
  auth: 'user',
  needsConfirmation: true,
  body: z.object({
    email: requiredText(254, { required: 'auth.emailRequired' }).pipe(
      z.string().regex(emailPattern, 'auth.emailInvalid'),
    ),
  }),
  errorMessages: {
    400: [
      { field: 'email', key: 'security.emailSame' },
      { field: 'email', key: 'auth.emailMixed' },
      { field: 'email', key: 'auth.emailUnicode' },
    ],
  },
  responses: { 200: messageBody('Confirmation emails sent') },
});

export const cancelEmailChange = defineEndpoint('cancelEmailChange', {
  tag: 'auth',
  summary: 'Cancel a pending change of the e-mail address',
  auth: 'user',
  errorMessages: { 404: [{ key: 'security.emailChangeUnknown' }] },
  responses: { 204: null },
  errors: [404],
});

export const confirmEmailChange = defineEndpoint('confirmEmailChange', {
  tag: 'auth',
  summary: 'Confirm the present or the new address with the token from its e-mail',
  description: '`is_changed` is false while the other address is unconfirmed. Each token works once.',
  auth: 'ignored',
  body: z.object({ token: requiredText(512, { required: 'auth.linkRequired' }) }),
  errorMessages: { 400: [{ field: 'token', key: 'auth.linkInvalid' }] },
  responses: { 200: z.object({ is_changed: z.boolean() }) },
});

export const requestAccountDeletion = defineEndpoint('requestAccountDeletion', {
  tag: 'auth',
  summary: "Delete the caller's account in 14 days",
  description:
    'Ends all sessions, this one included. Until the day the owner can log in and cancel it; another request changes what becomes of the texts, not the day.',
  auth: 'user',
  needsConfirmation: true,
  body: accountDeletion.pick({ texts: true }),
  errorMessages: { 400: [{ key: 'security.deletionLastAdministrator' }] },
  responses: { 200: accountDeletion },
});

export const cancelAccountDeletion = defineEndpoint('cancelAccountDeletion', {
  tag: 'auth',
  summary: "Cancel the requested deletion of the caller's account",
  auth: 'user',
  errorMessages: { 404: [{ key: 'security.deletionUnknown' }] },
  responses: { 204: null },
  errors: [404],
});
