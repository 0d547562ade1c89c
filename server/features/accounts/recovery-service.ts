import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import { createEmailLinks } from './email-link-service.ts';
import { createEmailVerification } from './email-verification-service.ts';
import { createPasswordReset } from './password-reset-service.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './session-service.ts';

type Deps = {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  mail: Pick<Mail, 'send'>;
  limits: RateLimits;
  passwords: Passwords;
  sessions: Sessions;
  siteName: string;
  publicUrl: string;
  secret: string;
};

export type Recovery = ReturnType<typeof createRecovery>;

/** Confirmation of email addresses, and password resets. */
export function createRecovery(deps: Deps) {
  const links = createEmailLinks(deps);
  return {
    ...createEmailVerification({ ...deps, links }),
    ...createPasswordReset({ ...deps, links }),
  };
}
