import { randomUUID } from 'node:crypto';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { sha256 } from '#server/platform/crypto.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { invalidFields } from '#server/platform/errors.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { renderVerificationEmail } from './account-mail.ts';
import * as store from './account-store.ts';
import { consumeToken } from './account-token-store.ts';
import type { EmailLinks } from './email-link-service.ts';

export const verificationJob = 'accounts.send-verification';

type Deps = { db: Db; clock: Clock; jobs: Jobs; links: EmailLinks };

/** Confirmation of email addresses. */
export function createEmailVerification({ db, clock, jobs, links }: Deps) {
  /** Queues the confirmation email, in the transaction that creates the account. */
  const requestVerification = (tx: Db, accountId: number): Promise<void> =>
    jobs.add(tx, verificationJob, { id: randomUUID(), accountId });

  async function resendVerification(user: User, network: string | undefined): Promise<void> {
    await links.takeLimits('verify-email', user.id, network);
    await requestVerification(db, user.id);
  }

  async function sendVerification({ id, accountId }: { id: string; accountId: number }): Promise<void> {
    const account = await store.findAccount(db, accountId);
    if (!account?.isActive || account.emailVerifiedAt) return;
    const purpose = 'verify-email';
    await links.sendToMailbox(purpose, account.email, async () => {
      const token = await links.createToken(db, id, accountId, purpose);
      await links.send(id, account, { purpose, token, renderEmail: renderVerificationEmail });
    });
  }

  async function verifyEmail(token: string): Promise<void> {
    const now = clock.now();
    await inTransaction(db, async (tx) => {
      const accountId = await consumeToken(tx, { hash: sha256(token), purpose: 'verify-email', now });
      if (accountId === undefined) throw invalidFields({ token: 'auth.linkInvalid' });
      await store.markEmailVerified(tx, accountId, now);
    });
  }

  return { requestVerification, resendVerification, sendVerification, verifyEmail };
}
