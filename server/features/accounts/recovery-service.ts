import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { EmailLinks } from './email-link-service.ts';
import { createEmailVerification } from './email-verification-service.ts';
import { createPasswordReset } from './password-reset-service.ts';
import type { Passwords } from './passwords.ts';
import type { SecurityMails } from './security-mail-service.ts';
import type { Sessions } from './session-service.ts';

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

export type Recovery = ReturnType<typeof createRecovery>;

/** Confirmation of email addresses, and password resets. */
export function createRecovery(deps: Deps) {
  return { ...createEmailVerification(deps), ...createPasswordReset(deps) };
}
