import { randomUUID } from 'node:crypto';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { sha256 } from '#server/platform/crypto.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { invalidFields, notFound } from '#server/platform/errors.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import type { AccountAccess } from './account-access-service.ts';
import { lockCredentials } from './account-store.ts';
import { deriveAccountToken } from './account-token.ts';
import { emailKey } from './email-address.ts';
import { renderChangeMails } from './email-change-mail.ts';
import * as store from './email-change-store.ts';
import type { EmailLinks } from './email-link-service.ts';
import { changeEmail } from './email-store.ts';
import { findEmailProblem } from './new-email-service.ts';
import type { SecurityMails } from './security-mail-service.ts';
import type { Sessions } from './session-service.ts';

export type { EmailChange } from './email-change-store.ts';

export const emailChangeJob = 'accounts.send-email-change';
const changeTtlMs = 3_600_000;

type Deps = {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  mail: Pick<Mail, 'send'>;
  access: Pick<AccountAccess, 'get' | 'find' | 'findByLogin'>;
  links: Pick<EmailLinks, 'takeLimits' | 'sendToMailbox'>;
  securityMails: Pick<SecurityMails, 'add'>;
  sessions: Pick<Sessions, 'endLinks'>;
  siteName: string;
  publicUrl: string;
  secret: string;
};

export type EmailChanges = ReturnType<typeof createEmailChanges>;

/** Changes of the email address, which the present and the new address confirm. */
export function createEmailChanges(deps: Deps) {
  const { db, clock, jobs, mail, access, links, securityMails, sessions, siteName, publicUrl, secret } = deps;
  const deriveToken = (id: string, side: 'old' | 'new') =>
    deriveAccountToken(secret, `change-email-${side}`, id);

  /**
   * Starts a change. The response is the same for an address that has another account; only the mail to that address
   * differs. A present address that was never confirmed may be mistyped, so the new one is enough then.
   */
  async function request(user: User, email: string, network: string | undefined): Promise<void> {
    const account = await access.get(user.id);
    if (emailKey(email) === emailKey(account.email)) throw invalidFields({ email: 'security.emailSame' });
    const problem = await findEmailProblem(db, email);
    if (problem) throw invalidFields({ email: problem });
    await links.takeLimits('change-email', user.id, network);
    const now = clock.now();
    const id = randomUUID();
    await inTransaction(db, async (tx) => {
      await lockCredentials(tx, user.id);
      await store.replaceChange(tx, {
        id,
        accountId: user.id,
        oldEmail: account.email,
        newEmail: email,
        oldHash: sha256(deriveToken(id, 'old')),
        newHash: sha256(deriveToken(id, 'new')),
        oldConfirmedAt: account.emailVerifiedAt ? null : now,
        createdAt: now,
        expiresAt: new Date(now.getTime() + changeTtlMs),
      });
      await jobs.add(tx, emailChangeJob, { id });
    });
  }

  async function sendMails(id: string): Promise<void> {
    const change = await store.findChange(db, id);
    if (!change) return;
    const account = await access.find(change.accountId);
    if (!account?.isActive || change.appliedAt || change.expiresAt <= clock.now()) return;
    const link = (side: 'old' | 'new') => `${publicUrl}/change-email#token=${deriveToken(id, side)}`;
    const owner = await access.findByLogin(change.newEmail);
    const mails = renderChangeMails({
      username: account.username,
      siteName,
      newEmail: change.newEmail,
      oldLink: change.oldConfirmedAt ? undefined : link('old'),
      newLink: owner ? undefined : link('new'),
      securityLink: `${publicUrl}/security`,
    });
    await mail.send({ id: `${id}-old`, to: change.oldEmail, ...mails.old });
    // To the stored address, if it has an account: the typed one may be a look-alike with the same normal form.
    const to = owner?.email ?? change.newEmail;
    await links.sendToMailbox('change-email', to, () => mail.send({ id: `${id}-new`, to, ...mails.new }));
  }

  /** Confirms one address. True if the other one was confirmed before, so that the change is made. */
  async function confirm(token: string): Promise<boolean> {
    const hash = sha256(token);
    const ownerId = await store.findChangeOwner(db, hash, clock.now());
    if (ownerId === undefined) throw invalidFields({ token: 'auth.linkInvalid' });
    return inTransaction(db, async (tx) => {
      const now = clock.now();
      const current = await lockCredentials(tx, ownerId);
      const change = current?.isActive ? await store.confirmAddress(tx, ownerId, hash, now) : undefined;
      if (!change) throw invalidFields({ token: 'auth.linkInvalid' });
      if (!change.oldConfirmedAt || !change.newConfirmedAt) return false;
      if (!(await changeEmail(tx, ownerId, change.newEmail, now)))
        throw invalidFields({ token: 'auth.emailTaken' });
      await store.markApplied(tx, change.id, now);
      // Links that were sent to the former address.
      await sessions.endLinks(tx, ownerId);
      await securityMails.add(tx, ownerId, 'email-changed', { emailChangeId: change.id });
      return true;
    });
  }

  async function cancel(user: User): Promise<void> {
    if (!(await store.deleteChange(db, user.id))) throw notFound('security.emailChangeUnknown');
  }

  const find = (accountId: number) => store.findPendingChange(db, accountId, clock.now());

  return { request, sendMails, confirm, cancel, find };
}
