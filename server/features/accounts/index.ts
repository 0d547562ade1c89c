import type { Audit } from '#server/features/audit/index.ts';
import type { Media } from '#server/features/media/index.ts';
import type { Authenticate } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { deriveSecret } from '#server/platform/crypto.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import type { JobHandler, Jobs } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/log.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import type { PreviousSecret } from '#server/platform/site-secret.ts';
import { createAccessTokens } from './access-token.ts';
import { createAccountAccess } from './account-access-service.ts';
import { accountJobs } from './account-jobs.ts';
import { accountModerationRoutes } from './account-moderation-routes.ts';
import { createAccountModeration } from './account-moderation-service.ts';
import { createPresentProfile } from './account-presenter.ts';
import { accountRoutes } from './account-routes.ts';
import { type AccountService, createAccountService } from './account-service.ts';
import { spreadRegistrations } from './account-store.ts';
import { createDeletionMails } from './deletion-mail.ts';
import { type AccountDeletions, createAccountDeletions } from './deletion-service.ts';
import { createEmailChanges } from './email-change-service.ts';
import { createEmailLinks } from './email-link-service.ts';
import { createIdentityConfirmation } from './identity-confirmation-service.ts';
import { createLoginGuard, createNetworkHash } from './login-guard-service.ts';
import { createPasskeys } from './passkey-service.ts';
import { createPasswords, type PasswordHashing } from './passwords.ts';
import { createRecovery } from './recovery-service.ts';
import type { AccountPorts } from './registration-service.ts';
import { createSecondFactors } from './second-factor-service.ts';
import { createSecurityMails } from './security-mail-service.ts';
import { createSecurityOverview } from './security-overview-service.ts';
import { securityRoutes } from './security-routes.ts';
import { createSessionList } from './session-list-service.ts';
import { createSessions } from './session-service.ts';
import { createTotpVault } from './totp-vault.ts';
import { createChallenges } from './webauthn-challenge.ts';

export { type Author, type HiddenInfo, passwordProblem, usernameProblem } from './account.ts';
export { presentAuthor } from './account-presenter.ts';
export type { FoundAuthor } from './account-store.ts';
export { repeatDeletions } from './deletion-repetition-service.ts';
export type { DueDeletion } from './deletion-store.ts';
export type { PasswordCost } from './passwords.ts';

export type { AccountPorts };
/** What moderation implements of the ports. */
export type AccountModerationPort = Pick<AccountPorts, 'onDisabled' | 'onEnabled'>;

export type Accounts = AccountService & {
  authenticate: Authenticate;
  /** Lets all accounts seem to have registered in a past period, in days ago; for examples. */
  spreadRegistrations(daysAgo: { first: number; last: number }): Promise<void>;
  /** For the job that carries them out. */
  deletions: Pick<
    AccountDeletions,
    'check' | 'begin' | 'repeat' | 'listDue' | 'listDeleted' | 'markFinished'
  >;
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
  /** Whether the roles of staff count only with a second factor. */
  needsStaffSecondFactor: boolean;
  passwordHashing: PasswordHashing;
  ports: AccountPorts;
};

export function createAccounts(deps: Deps): Accounts {
  const { db, clock, publicUrl, jwtSecret: secret } = deps;
  const tools = createTools(deps);
  const { sessions, recovery, moderation, securityMails, access, links } = tools;
  const security = createSecurity(deps, tools);
  const accounts = createAccountService({ ...deps, ...tools, ...security });
  const emailChanges = createEmailChanges({ ...deps, access, links, securityMails, sessions, secret });
  const deletions = createAccountDeletions({ ...deps, ...tools });
  const presentProfile = createPresentProfile(deps);
  return {
    ...accounts,
    deletions,
    authenticate: sessions.authenticate,
    spreadRegistrations: (daysAgo) => spreadRegistrations(db, daysAgo, clock.now()),
    operations: [
      ...accountRoutes({ accounts, sessions, recovery, presentProfile, publicUrl }),
      ...accountModerationRoutes({ moderation, publicUrl }),
      ...securityRoutes({
        ...security,
        accounts,
        emailChanges,
        deletions,
        overview: createSecurityOverview({ ...deps, ...security, access, emailChanges }),
        confirmation: createIdentityConfirmation({ ...deps, ...tools, ...security }),
        sessionList: createSessionList({ db, clock, sessions }),
        presentProfile,
        publicUrl,
      }),
    ],
    jobs: accountJobs({
      db,
      clock,
      recovery,
      securityMails,
      emailChanges,
      factors: security.factors,
      deletionMails: createDeletionMails(deps),
    }),
  };
}

function createTools(deps: Deps) {
  const { db, clock, limits, jwtSecret: secret } = deps;
  const passwords = createPasswords(deps.passwordHashing);
  const accessTokens = createAccessTokens({ secret, previous: deps.previousJwtSecret, clock });
  const sessions = createSessions({ ...deps, accessTokens });
  const securityMails = createSecurityMails({ ...deps, hashNetwork: createNetworkHash(secret) });
  const links = createEmailLinks({ ...deps, secret });
  return {
    access: createAccountAccess({ db }),
    passwords,
    sessions,
    securityMails,
    links,
    guard: createLoginGuard({ db, clock, limits, secret }),
    recovery: createRecovery({ ...deps, passwords, sessions, securityMails, links, secret }),
    moderation: createAccountModeration({ db, clock, audit: deps.audit, sessions, ports: deps.ports }),
  };
}

function createSecurity(deps: Deps, { securityMails, sessions }: ReturnType<typeof createTools>) {
  const { jwtSecret: secret } = deps;
  const factors = createSecondFactors({
    ...deps,
    securityMails,
    sessions,
    vault: createTotpVault({ secret, previous: deps.previousJwtSecret?.secret }),
  });
  const challenges = createChallenges(deriveSecret(secret, 'webauthn challenges'));
  return { factors, passkeys: createPasskeys({ ...deps, challenges, factors, securityMails }) };
}
