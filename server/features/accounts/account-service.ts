import type { Media } from '#server/features/media/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import type { AccountAccess } from './account-access-service.ts';
import type { AccountModeration } from './account-moderation-service.ts';
import { countAuthorParts, listAuthorPart } from './account-sitemap-store.ts';
import * as store from './account-store.ts';
import type { LoginGuard } from './login-guard-service.ts';
import { createLogin } from './login-service.ts';
import type { Passkeys } from './passkey-service.ts';
import type { Passwords } from './passwords.ts';
import { createProfile } from './profile-service.ts';
import type { Recovery } from './recovery-service.ts';
import { type AccountPorts, createRegistration } from './registration-service.ts';
import type { SecondFactors } from './second-factor-service.ts';
import type { SecurityMails } from './security-mail-service.ts';
import type { Sessions } from './session-service.ts';
import { createStandings } from './standing-service.ts';

type Deps = {
  db: Db;
  needsStaffSecondFactor: boolean;
  access: AccountAccess;
  clock: Clock;
  limits: RateLimits;
  guard: LoginGuard;
  passwords: Passwords;
  sessions: Sessions;
  factors: SecondFactors;
  passkeys: Passkeys;
  securityMails: SecurityMails;
  recovery: Recovery;
  moderation: AccountModeration;
  media: Media;
  ports: AccountPorts;
};

export type AccountService = ReturnType<typeof createAccountService>;

/** Reads and writes accounts: one file for each group of use cases. */
export function createAccountService(deps: Deps) {
  const { db, access, passwords, sessions, factors } = deps;

  /** Stores the end of the subscription; null for an account without one. */
  async function setSubscriberUntil(tx: Db, id: number, until: Date | null): Promise<void> {
    await store.updateSubscriberUntil(tx, id, until);
    sessions.dropCachedUser(id);
  }

  return {
    ...access,
    ...createRegistration(deps),
    ...createLogin(deps),
    ...createProfile(deps),
    hashPassword: passwords.hash,
    resetSecondFactor: factors.reset,
    lock: store.lockAccount,
    setSubscriberUntil,
    makeAdministrator: deps.moderation.makeAdministrator,
    ...createStandings(deps),
    countAuthors: () => store.countAuthors(db),
    countAuthorParts: (size: number) => countAuthorParts(db, size),
    listAuthorPart: (part: Parameters<typeof listAuthorPart>[1]) => listAuthorPart(db, part),
    findAvatarIds: (tx: Db, mediaIds: number[]) => store.findAvatarIds(tx, mediaIds),
    addToCounters: (tx: Db, changes: store.CounterChange[]) => store.addToCounters(tx, changes),
  };
}
