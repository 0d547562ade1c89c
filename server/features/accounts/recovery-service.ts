import { randomUUID } from 'node:crypto';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { keyedHash, sha256 } from '#server/platform/crypto.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { invalidFields } from '#server/platform/errors.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import { type Account, identityKey, newPasswordProblems } from './account.ts';
import { type AccountEmail, renderPasswordResetEmail, renderVerificationEmail } from './account-mail.ts';
import * as store from './account-store.ts';
import { deriveAccountToken, type TokenPurpose, tokenTtlMs } from './account-token.ts';
import * as tokens from './account-token-store.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './session-service.ts';

export const verificationJob = 'accounts.send-verification';
export const passwordResetJob = 'accounts.send-password-reset';

export type ResetRequest = { id: string; email: string; requestedAt: Date };
type EmailLink = { purpose: TokenPurpose; token: string; renderEmail: typeof renderVerificationEmail };
export type PasswordReset = { token: string; newPassword: string; confirmation?: string | null };

type Deps = {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  mail: Pick<Mail, 'send'>;
  limits: RateLimits;
  passwords: Passwords;
  sessions: Sessions;
  publicUrl: string;
  secret: string;
};

export type Recovery = ReturnType<typeof createRecovery>;

/** Confirmation of email addresses, and password resets. */
export function createRecovery(deps: Deps) {
  const { db, clock, jobs, mail, limits, passwords, sessions, publicUrl, secret } = deps;

  async function takeEmailLimits(
    purpose: TokenPurpose,
    account: string | number,
    network: string | undefined,
  ) {
    await limits.take('mailAddress', network);
    await limits.take('mailAccount', `${purpose} ${account}`);
  }

  /** Queues the confirmation email, in the transaction that creates the account. */
  const requestVerification = (tx: Db, accountId: number): Promise<void> =>
    jobs.add(tx, verificationJob, { id: randomUUID(), accountId });

  async function resendVerification(user: User, network: string | undefined): Promise<void> {
    await takeEmailLimits('verify-email', user.id, network);
    await requestVerification(db, user.id);
  }

  /**
   * Queues an email to the owner of an address. Only the job looks up the account, so that response and timing do not
   * reveal whether it exists.
   */
  async function requestPasswordReset(email: string, network: string | undefined): Promise<void> {
    const account = keyedHash(secret, `password reset ${identityKey(email)}`).toString('base64url');
    await takeEmailLimits('password-reset', account, network);
    const requestedAt = clock.now().toISOString();
    await jobs.add(db, passwordResetJob, { id: randomUUID(), email, requestedAt });
  }

  /** Stores the hash of an email's token with its full lifetime, and returns the token. */
  async function createToken(tx: Db, id: string, accountId: number, purpose: TokenPurpose): Promise<string> {
    const token = deriveAccountToken(secret, purpose, id);
    const now = clock.now();
    await tokens.upsertToken(tx, {
      id,
      accountId,
      purpose,
      hash: sha256(token),
      createdAt: now,
      expiresAt: new Date(now.getTime() + tokenTtlMs[purpose]),
    });
    return token;
  }

  async function send(id: string, account: Account, link: EmailLink) {
    // In the fragment, which browsers do not send: the token reaches no log and no Referer header.
    const url = `${publicUrl}/${link.purpose}#token=${link.token}`;
    const email: AccountEmail = link.renderEmail({ username: account.username, link: url });
    // To the stored address: the typed one may be a look-alike with the same normal form.
    await mail.send({ id, to: account.email, ...email });
  }

  async function sendVerification({ id, accountId }: { id: string; accountId: number }): Promise<void> {
    const account = await store.findAccount(db, accountId);
    if (!account?.isActive || account.emailVerifiedAt) return;
    const purpose = 'verify-email';
    const token = await createToken(db, id, accountId, purpose);
    await send(id, account, { purpose, token, renderEmail: renderVerificationEmail });
  }

  /** Sends no email for a reset that was requested before the credentials changed, however late the job runs. */
  async function sendPasswordReset({ id, email, requestedAt }: ResetRequest): Promise<void> {
    const account = await store.findAccountByLogin(db, email);
    if (!account) return;
    const purpose = 'password-reset';
    const token = await inTransaction(db, async (tx) => {
      const current = await store.lockCredentials(tx, account.id);
      // A time in the future means that the clock has been set back: ignore it.
      const credentialsChangedAt = current?.changedAt ?? null;
      const isSuperseded =
        credentialsChangedAt !== null &&
        credentialsChangedAt <= clock.now() &&
        requestedAt < credentialsChangedAt;
      return current?.isActive && !isSuperseded ? createToken(tx, id, account.id, purpose) : undefined;
    });
    if (token !== undefined)
      await send(id, account, { purpose, token, renderEmail: renderPasswordResetEmail });
  }

  async function verifyEmail(token: string): Promise<void> {
    const now = clock.now();
    await inTransaction(db, async (tx) => {
      const accountId = await tokens.consumeToken(tx, { hash: sha256(token), purpose: 'verify-email', now });
      if (accountId === undefined) throw invalidFields({ token: 'auth.linkInvalid' });
      await store.markEmailVerified(tx, accountId, now);
    });
  }

  /** Only a valid password uses the token up. The token also confirms the email address. */
  async function resetPassword({ token, newPassword, confirmation }: PasswordReset): Promise<void> {
    const presented = { hash: sha256(token), purpose: 'password-reset' as const, now: clock.now() };
    const ownerId = await tokens.findTokenOwner(db, presented);
    const owner = ownerId === undefined ? undefined : await store.findAccount(db, ownerId);
    if (!owner) throw invalidFields({ token: 'auth.linkInvalid' });
    const problems = newPasswordProblems(newPassword, confirmation, owner);
    if (problems) throw invalidFields(problems);
    const passwordHash = await passwords.hash(newPassword);
    await inTransaction(db, async (tx) => {
      // Of two concurrent requests, the second one finds the token used.
      await store.lockCredentials(tx, owner.id);
      if ((await tokens.findTokenOwner(tx, presented)) !== owner.id)
        throw invalidFields({ token: 'auth.linkInvalid' });
      await store.updatePasswordHash(tx, owner.id, passwordHash);
      await store.markEmailVerified(tx, owner.id, presented.now);
      await sessions.endAll(tx, owner.id, { reason: 'password reset' });
    });
  }

  return {
    requestVerification,
    resendVerification,
    requestPasswordReset,
    sendVerification,
    sendPasswordReset,
    verifyEmail,
    resetPassword,
  };
}
