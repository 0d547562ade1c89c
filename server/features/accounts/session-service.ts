import { randomUUID } from 'node:crypto';
import type { Authenticate, User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { sha256 } from '#server/platform/crypto.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { refused } from '#server/platform/errors.ts';
import type { Log } from '#server/platform/log.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import type { AccessTokens } from './access-token.ts';
import { markCredentialsChanged } from './account-store.ts';
import { revokeTokens } from './account-token-store.ts';
import { createAuthentication } from './authentication-service.ts';
import { deleteChange } from './email-change-store.ts';
import type { AccountPorts } from './registration-service.ts';
import { sessionMaxMs } from './session.ts';
import { createSessionRefresh, createToken } from './session-refresh-service.ts';
import * as store from './session-store.ts';

export type TokenPair = { access: string; refresh: string };
export type Sessions = {
  /** Opens a session, in the transaction that created or locked the account. */
  open(db: Db, accountId: number, device: string): Promise<TokenPair>;
  /** Throws `tokenNotValid` for an unknown, expired or reused token, and 429 when that repeats. */
  refresh(refreshToken: string): Promise<{ access: string; refresh?: string }>;
  /** Ends the session of a refresh token, by default the caller's session; 400 for the token of another account. */
  close(user: User, refreshToken: string | undefined): Promise<void>;
  /** Drops the cached user of an account that has changed. */
  dropCachedUser(accountId: number): void;
  /** Drops the cached user of a session that has changed or ended. */
  dropCachedSession(sessionId: string): void;
  /** Ends the links that were sent to the address of an account. Runs in the transaction that locks the account. */
  endLinks(tx: Db, accountId: number): Promise<void>;
  /**
   * Ends all sessions of an account except `exceptSessionId`, with their access and refresh tokens, its password reset
   * links, sent or still queued, and what else a thief may have had made. Runs in the transaction that locks the account.
   */
  endAll(tx: Db, accountId: number, why: { reason: string; exceptSessionId?: string }): Promise<void>;
  /** Whether a session is open; exact in a transaction that locks its account. */
  isOpen(tx: Db, sessionId: string): Promise<boolean>;
  authenticate: Authenticate;
};

type Deps = {
  db: Db;
  clock: Clock;
  log: Log;
  limits: RateLimits;
  accessTokens: AccessTokens;
  needsStaffSecondFactor: boolean;
  ports: Pick<AccountPorts, 'onSessionsEnded'>;
};

export function createSessions(deps: Deps): Sessions {
  const { db, clock, accessTokens, ports } = deps;
  const { authenticate, dropCachedUser, dropCachedSession } = createAuthentication(deps);
  const { refresh } = createSessionRefresh(deps);

  async function open(tx: Db, accountId: number, device: string): Promise<TokenPair> {
    const now = clock.now();
    const family = {
      id: randomUUID(),
      accountId,
      device,
      createdAt: now,
      expiresAt: new Date(now.getTime() + sessionMaxMs),
    };
    const { refresh, row } = createToken(family.id, null, now);
    await store.insertFamily(tx, family, row);
    return { access: await accessTokens.issue({ accountId, sessionId: family.id }), refresh };
  }

  async function close(user: User, refreshToken: string | undefined): Promise<void> {
    const now = clock.now();
    await inTransaction(db, async (tx) => {
      if (!refreshToken) return store.revokeFamilies(tx, { id: user.sessionId }, 'logout', now);
      const found = await store.lockByTokenHash(tx, sha256(refreshToken));
      if (found?.family.accountId !== user.id) throw refused('Invalid token', 'auth.refreshInvalid');
      await store.revokeFamilies(tx, { id: found.family.id }, 'logout', now);
      dropCachedSession(found.family.id);
    });
    dropCachedSession(user.sessionId);
  }

  /** Ends the reset links, sent and requested. */
  async function endResets(tx: Db, accountId: number, now: Date): Promise<void> {
    await revokeTokens(tx, accountId, 'password-reset', now);
    await markCredentialsChanged(tx, accountId, now);
  }

  async function endAll(
    tx: Db,
    accountId: number,
    { reason, exceptSessionId }: { reason: string; exceptSessionId?: string },
  ): Promise<void> {
    const now = clock.now();
    await store.revokeFamilies(tx, { accountId, exceptId: exceptSessionId }, reason, now);
    await endResets(tx, accountId, now);
    // A thief may have requested it.
    await deleteChange(tx, accountId);
    await ports.onSessionsEnded(tx, accountId);
    dropCachedUser(accountId);
  }

  async function endLinks(tx: Db, accountId: number): Promise<void> {
    const now = clock.now();
    await endResets(tx, accountId, now);
    await revokeTokens(tx, accountId, 'verify-email', now);
  }

  const isOpen = async (tx: Db, sessionId: string): Promise<boolean> =>
    (await store.findSessionUser(tx, sessionId, clock.now())) !== undefined;

  return {
    open,
    refresh,
    close,
    endAll,
    endLinks,
    isOpen,
    dropCachedUser,
    dropCachedSession: (sessionId) => void dropCachedSession(sessionId),
    authenticate,
  };
}
