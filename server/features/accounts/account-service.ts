import type { RestrictionKind, Standing } from '#contract/permissions.ts';
import type { Media } from '#server/features/media/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isForeignKeyViolation } from '#server/platform/db/db-errors.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import type { AccountAccess } from './account-access-service.ts';
import { createAccountCopies } from './account-copy-service.ts';
import { type AccountQuery, listForModerators } from './account-list-service.ts';
import { type AccountModeration, getRefusalReason } from './account-moderation-service.ts';
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
import { createStandings, findModerator } from './standing-service.ts';
import { deleteRestriction, setRestriction } from './standing-store.ts';

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
  const { db, access, passwords, sessions, factors, moderation } = deps;

  /** Stores the end of the subscription; null for an account without one. */
  async function setSubscriberUntil(tx: Db, id: number, until: Date | null): Promise<void> {
    await store.updateSubscriberUntil(tx, id, until);
    sessions.dropCachedUser(id);
  }

  /** Deletes an imported account that its owner has not claimed and nothing refers to; false if it stays. */
  async function removeUnused(id: number): Promise<boolean> {
    try {
      const isDeleted = await store.deleteUnused(db, id);
      if (isDeleted) sessions.dropCachedUser(id);
      return isDeleted;
    } catch (error) {
      if (isForeignKeyViolation(error)) return false;
      throw error;
    }
  }

  return {
    ...access,
    removeUnused,
    ...createRegistration(deps),
    ...createLogin(deps),
    ...createProfile(deps),
    ...createAccountCopies(deps),
    hashPassword: passwords.hash,
    resetSecondFactor: factors.reset,
    lock: store.lockAccount,
    setSubscriberUntil,
    makeAdministrator: deps.moderation.makeAdministrator,
    ...createStandings(deps),
    sanctions: {
      /** Throws 401, 403 or 404 unless the moderator may sanction the account now; it stays locked. */
      lock: moderation.lockForSanction,
      /** The reason why the moderator may not sanction an account, or undefined. */
      refusalOf: getRefusalReason,
      mayChange: (moderator: User, account: Standing & { id: number }) =>
        getRefusalReason(moderator, account) === undefined,
      disable: (tx: Db, moderator: User, id: number, reason: string) =>
        moderation.changeIn(tx, moderator, id, { action: 'disable-account', isActive: false, reason }),
      enable: (tx: Db, moderator: User, id: number, reason: string) =>
        moderation.changeIn(tx, moderator, id, { action: 'enable-account', isActive: true, reason }),
      enableByItself: moderation.enableByItself,
      /** The restriction of a kind; undefined removes it, null has no end. */
      async setRestriction(
        tx: Db,
        id: number,
        kind: RestrictionKind,
        until: Date | null | undefined,
      ): Promise<void> {
        if (until === undefined) await deleteRestriction(tx, id, kind);
        else await setRestriction(tx, id, kind, until);
        sessions.dropCachedUser(id);
      },
    },
    /** The moderator whose request a job continues; undefined without the rights. */
    asModerator: (id: number) =>
      findModerator(db, id, {
        needsStaffSecondFactor: deps.needsStaffSecondFactor,
        now: deps.clock.now(),
      }),
    listForModerators: (query: AccountQuery) => listForModerators(db, query, deps.clock.now()),
    countAuthors: () => store.countAuthors(db),
    countAuthorParts: (size: number) => countAuthorParts(db, size),
    listAuthorPart: (part: Parameters<typeof listAuthorPart>[1]) => listAuthorPart(db, part),
    findAvatarIds: (tx: Db, mediaIds: number[]) => store.findAvatarIds(tx, mediaIds),
    addToCounters: (tx: Db, changes: store.CounterChange[]) => store.addToCounters(tx, changes),
  };
}
