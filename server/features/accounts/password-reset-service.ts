import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/platform/clock.ts';
import { keyedHash, sha256 } from '#server/platform/crypto.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { invalidFields } from '#server/platform/errors.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { newPasswordProblems } from './account.ts';
import { renderPasswordResetEmail } from './account-mail.ts';
import * as store from './account-store.ts';
import { findTokenOwner } from './account-token-store.ts';
import { emailKey } from './email-address.ts';
import type { EmailLinks } from './email-link-service.ts';
import type { Passwords } from './passwords.ts';
import { deleteFactors } from './second-factor-store.ts';
import type { SecurityMails } from './security-mail-service.ts';
import type { Sessions } from './session-service.ts';

export const passwordResetJob = 'accounts.send-password-reset';

type ResetRequest = { id: string; email: string; requestedAt: Date };
type PasswordReset = { token: string; newPassword: string; confirmation?: string | null };

type Deps = {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  passwords: Passwords;
  sessions: Sessions;
  securityMails: Pick<SecurityMails, 'add'>;
  links: EmailLinks;
  secret: string;
};

/** Password resets by email. */
export function createPasswordReset({
  db,
  clock,
  jobs,
  passwords,
  sessions,
  securityMails,
  links,
  secret,
}: Deps) {
  /**
   * Queues an email to the owner of an address. Only the job looks up the account, so that response and timing do not
   * reveal whether it exists.
   */
  async function requestPasswordReset(email: string, network: string | undefined): Promise<void> {
    const account = keyedHash(secret, `password reset ${emailKey(email)}`).toString('base64url');
    await links.takeLimits('password-reset', account, network);
    const requestedAt = clock.now().toISOString();
    await jobs.add(db, passwordResetJob, { id: randomUUID(), email, requestedAt });
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
      return current?.isActive && !isSuperseded ? links.createToken(tx, id, account.id, purpose) : undefined;
    });
    if (token !== undefined)
      await links.send(id, account, { purpose, token, renderEmail: renderPasswordResetEmail });
  }

  /** Only a valid password uses the token up. The token also confirms the email address. */
  async function resetPassword({ token, newPassword, confirmation }: PasswordReset): Promise<void> {
    const presented = { hash: sha256(token), purpose: 'password-reset' as const, now: clock.now() };
    const ownerId = await findTokenOwner(db, presented);
    const owner = ownerId === undefined ? undefined : await store.findAccount(db, ownerId);
    if (!owner) throw invalidFields({ token: 'auth.linkInvalid' });
    const problems = newPasswordProblems(newPassword, confirmation, owner);
    if (problems) throw invalidFields(problems);
    const passwordHash = await passwords.hash(newPassword);
    await inTransaction(db, async (tx) => {
      // Of two concurrent requests, the second one finds the token used.
      await store.lockCredentials(tx, owner.id);
      if ((await findTokenOwner(tx, presented)) !== owner.id)
        throw invalidFields({ token: 'auth.linkInvalid' });
      await store.updatePasswordHash(tx, owner.id, passwordHash);
      // Until now anybody may have held the account: a second factor of theirs would lock out the owner of the address.
      const isFirstProof = await store.markEmailVerified(tx, owner.id, presented.now);
      if (isFirstProof && (await deleteFactors(tx, owner.id)))
        await securityMails.add(tx, owner.id, 'second-factor-reset');
      await sessions.endAll(tx, owner.id, { reason: 'password reset' });
      await securityMails.add(tx, owner.id, 'password-changed');
    });
  }

  return { requestPasswordReset, sendPasswordReset, resetPassword };
}
