import type { Audit } from '#server/features/audit/index.ts';
import type { Media } from '#server/features/media/index.ts';
import type { Authenticate } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import type { JobHandler, Jobs } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/log.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import type { PreviousSecret } from '#server/platform/site-secret.ts';
import { createAccessTokens } from './access-token.ts';
import { accountJobs } from './account-jobs.ts';
import { accountModerationRoutes } from './account-moderation-routes.ts';
import { createAccountModeration } from './account-moderation-service.ts';
import { accountRoutes } from './account-routes.ts';
import { type AccountService, createAccountService } from './account-service.ts';
import { spreadRegistrations } from './account-store.ts';
import { createLoginGuard } from './login-guard-service.ts';
import { createPasswords } from './passwords.ts';
import { createRecovery } from './recovery-service.ts';
import type { AccountPorts } from './registration-service.ts';
import { createSessions } from './session-service.ts';

export { type Author, type HiddenInfo, passwordProblem, usernameProblem } from './account.ts';
export { presentAuthor } from './account-presenter.ts';
export type { FoundAuthor } from './account-store.ts';

export type Accounts = AccountService & {
  authenticate: Authenticate;
  /** Lets all accounts seem to have registered in a past period, in days ago; for examples. */
  spreadRegistrations(daysAgo: { first: number; last: number }): Promise<void>;
  operations: Operation[];
  jobs: JobHandler[];
};

type Deps = {
  audit: Audit;
  db: Db;
  clock: Clock;
  log: Log;
  limits: RateLimits;
  jobs: Jobs;
  mail: Pick<Mail, 'send'>;
  media: Media;
  siteName: string;
  publicUrl: string;
  jwtSecret: string;
  /** Replaced by `jwtSecret`; its access tokens are accepted for a while. */
  previousJwtSecret?: PreviousSecret | undefined;
  passwordHashing: { parallel: number; queue: number };
  ports: AccountPorts;
};

export function createAccounts(deps: Deps): Accounts {
  const { db, clock, log, limits, media, ports, publicUrl, jwtSecret: secret } = deps;
  const passwords = createPasswords(deps.passwordHashing);
  const accessTokens = createAccessTokens({ secret, previous: deps.previousJwtSecret, clock });
  const sessions = createSessions({ db, clock, log, limits, accessTokens });
  const guard = createLoginGuard({ db, clock, limits, secret });
  const recovery = createRecovery({ ...deps, passwords, sessions, secret });
  const moderation = createAccountModeration({ db, clock, audit: deps.audit, sessions });
  const accounts = createAccountService({
    db,
    clock,
    limits,
    guard,
    passwords,
    sessions,
    recovery,
    moderation,
    media,
    ports,
  });
  return {
    ...accounts,
    authenticate: sessions.authenticate,
    spreadRegistrations: (daysAgo) => spreadRegistrations(db, daysAgo, clock.now()),
    operations: [
      ...accountRoutes({ accounts, sessions, recovery, publicUrl }),
      ...accountModerationRoutes({ moderation, publicUrl }),
    ],
    jobs: accountJobs({ db, clock, recovery }),
  };
}
