import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import { findAccount } from './account-store.ts';
import type { Caller } from './caller.ts';
import { findOldEmail } from './email-change-store.ts';
import { isKnownNetwork } from './known-network-store.ts';
import { renderSecurityMail } from './security-mail.ts';
import { hasUsedDevice } from './session-list-store.ts';

export const securityMailJob = 'accounts.send-security-mail';

export const securityEvent = z.enum([
  'new-device',
  'password-changed',
  'email-changed',
  'totp-enabled',
  'totp-disabled',
  'passkey-added',
  'passkey-removed',
  'recovery-code-used',
  'recovery-codes-created',
  'second-factor-reset',
]);
export type SecurityEvent = z.infer<typeof securityEvent>;

export const securityMailPayload = z.object({
  id: z.uuid(),
  accountId: z.int(),
  event: securityEvent,
  device: z.string(),
  at: z.coerce.date(),
  /** The change whose former address gets the mail; without it, the present address does. */
  emailChangeId: z.uuid().optional(),
});
type SecurityMail = z.infer<typeof securityMailPayload>;

type Details = { device?: string; emailChangeId?: string };
type Deps = {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  mail: Pick<Mail, 'send'>;
  limits: RateLimits;
  hashNetwork: (accountId: number, network: string) => Buffer;
  siteName: string;
  publicUrl: string;
};

export type SecurityMails = ReturnType<typeof createSecurityMails>;

/** Mails that tell the owner what happened to the account, so that a stranger cannot change it unnoticed. */
export function createSecurityMails(deps: Deps) {
  const { db, clock, jobs, mail, limits, hashNetwork, siteName, publicUrl } = deps;

  /** Queues a mail, in the transaction of the event. */
  const add = (tx: Db, accountId: number, event: SecurityEvent, details: Details = {}): Promise<void> =>
    jobs.add(tx, securityMailJob, {
      id: randomUUID(),
      accountId,
      event,
      device: '',
      at: clock.now().toISOString(),
      ...details,
    });

  /**
   * Whether to tell the owner of a login: its network or its device is new. Logins are counted, so that nobody can fill
   * the mailbox of the owner.
   */
  async function isNewDevice(accountId: number, { network, device }: Caller): Promise<boolean> {
    if (network === undefined) return false;
    const isKnown =
      (await isKnownNetwork(db, accountId, hashNetwork(accountId, network))) &&
      (await hasUsedDevice(db, accountId, device));
    if (isKnown) return false;
    try {
      await limits.take('mailAccount', `new-device ${accountId}`);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.kind === 'tooManyRequests') return false;
      throw error;
    }
  }

  async function send({ id, accountId, event, device, at, emailChangeId }: SecurityMail): Promise<void> {
    const account = await findAccount(db, accountId);
    const to = emailChangeId === undefined ? account?.email : await findOldEmail(db, emailChangeId);
    if (!account || to === undefined) return;
    const values = { username: account.username, siteName, link: `${publicUrl}/security`, device, at };
    await mail.send({ id, to, ...renderSecurityMail(event, values) });
  }

  return { add, isNewDevice, send };
}
