import type { Clock } from '#server/platform/clock.ts';
import { sha256 } from '#server/platform/crypto.ts';
import type { Db } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import type { Account } from './account.ts';
import type { AccountEmail, renderVerificationEmail } from './account-mail.ts';
import { deriveAccountToken, type TokenPurpose, tokenTtlMs } from './account-token.ts';
import { upsertToken } from './account-token-store.ts';
import { mailboxKey } from './email-address.ts';

type EmailLink = { purpose: TokenPurpose; token: string; renderEmail: typeof renderVerificationEmail };

type Deps = {
  clock: Clock;
  mail: Pick<Mail, 'send'>;
  limits: RateLimits;
  siteName: string;
  publicUrl: string;
  secret: string;
};

export type EmailLinks = ReturnType<typeof createEmailLinks>;

/** Emails with a link that contains a token. */
export function createEmailLinks({ clock, mail, limits, siteName, publicUrl, secret }: Deps) {
  async function takeLimits(
    purpose: TokenPurpose | 'change-email',
    account: string | number,
    network: string | undefined,
  ) {
    await limits.take('mailAddress', network);
    await limits.take('mailAccount', `${purpose} ${account}`);
  }

  /** Sends a mail that asks to confirm an address, unless its mailbox has got enough of them lately. */
  async function sendToMailbox(
    purpose: TokenPurpose | 'change-email',
    email: string,
    sendMail: () => Promise<void>,
  ): Promise<void> {
    const key = `${purpose} ${mailboxKey(email)}`;
    try {
      await limits.take('mailMailbox', key);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'tooManyRequests') return;
      throw error;
    }
    try {
      await sendMail();
    } catch (error) {
      // The job runs again.
      await limits.refund('mailMailbox', key);
      throw error;
    }
  }

  /** Stores the hash of an email's token with its full lifetime, and returns the token. */
  async function createToken(tx: Db, id: string, accountId: number, purpose: TokenPurpose): Promise<string> {
    const token = deriveAccountToken(secret, purpose, id);
    const now = clock.now();
    await upsertToken(tx, {
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
    const email: AccountEmail = link.renderEmail({ username: account.username, siteName, link: url });
    // To the stored address: the typed one may be a look-alike with the same normal form.
    await mail.send({ id, to: account.email, ...email });
  }

  return { takeLimits, sendToMailbox, createToken, send };
}
