import { z } from 'zod';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import { deleteExpiredTokens } from './account-token-store.ts';
import { type DeletionMail, deletionMailJob, deletionMailPayload } from './deletion-mail.ts';
import { type EmailChanges, emailChangeJob } from './email-change-service.ts';
import { deleteExpiredChanges } from './email-change-store.ts';
import { verificationJob } from './email-verification-service.ts';
import { deleteKnownNetworks } from './known-network-store.ts';
import { deleteExpiredChallenges } from './passkey-store.ts';
import { passwordResetJob } from './password-reset-service.ts';
import type { Recovery } from './recovery-service.ts';
import type { SecondFactors } from './second-factor-service.ts';
import { type SecurityMails, securityMailJob, securityMailPayload } from './security-mail-service.ts';
import { deleteEndedSessions } from './session-store.ts';

const verificationPayload = z.object({ id: z.uuid(), accountId: z.int() });
/** A job that was queued by a version without `requestedAt` counts as old. */
const requestedAt = z.coerce.date().default(new Date(0));
const passwordResetPayload = z.object({ id: z.uuid(), email: z.string(), requestedAt });
const emailChangePayload = z.object({ id: z.uuid() });
const dayMs = 24 * 3_600_000;
/**
 * The expiry check comes before the reuse check, so the row of an expired refresh token has no further use. The extra
 * day covers a clock that is set back.
 */
const expiredTokenRetentionMs = dayMs;
/** After 180 days without a login, a network is unknown again. */
const knownNetworkTtlMs = 180 * dayMs;

/** The background jobs of accounts. */
export function accountJobs({
  db,
  clock,
  recovery,
  securityMails,
  emailChanges,
  factors,
  deletionMails,
}: {
  db: Db;
  clock: Clock;
  recovery: Recovery;
  securityMails: Pick<SecurityMails, 'send'>;
  emailChanges: Pick<EmailChanges, 'sendMails'>;
  factors: Pick<SecondFactors, 'renewSecrets'>;
  deletionMails: { send(message: DeletionMail): Promise<void> };
}): JobHandler[] {
  return [
    {
      name: verificationJob,
      jobClass: 'mail',
      run: (payload) => recovery.sendVerification(verificationPayload.parse(payload)),
    },
    {
      name: passwordResetJob,
      jobClass: 'mail',
      run: (payload) => recovery.sendPasswordReset(passwordResetPayload.parse(payload)),
    },
    {
      name: securityMailJob,
      jobClass: 'mail',
      run: (payload) => securityMails.send(securityMailPayload.parse(payload)),
    },
    {
      name: emailChangeJob,
      jobClass: 'mail',
      run: (payload) => emailChanges.sendMails(emailChangePayload.parse(payload).id),
    },
    {
      name: deletionMailJob,
      jobClass: 'mail',
      run: (payload) => deletionMails.send(deletionMailPayload.parse(payload)),
    },
    // The secret of the site is replaced by a restart, so this is when there may be something to do.
    { name: 'accounts.renew-totp-secrets', atStart: true, run: () => factors.renewSecrets() },
    {
      name: 'accounts.sweep',
      cron: '23 2 * * *',
      async run() {
        const now = clock.now();
        await deleteExpiredTokens(db, now);
        await deleteEndedSessions(db, new Date(now.getTime() - expiredTokenRetentionMs));
        await deleteExpiredChallenges(db, now);
        // Kept for a day after the change, for the mail to the former address.
        await deleteExpiredChanges(db, new Date(now.getTime() - dayMs));
        await deleteKnownNetworks(db, new Date(now.getTime() - knownNetworkTtlMs));
      },
    },
  ];
}
