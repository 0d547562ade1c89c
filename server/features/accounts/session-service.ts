import { randomUUID } from 'node:crypto';
import type { Authenticate, User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { createRandomSecret, sha256 } from '#server/platform/crypto.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { refused, tokenNotValid } from '#server/platform/errors.ts';
import type { Log } from '#server/platform/log.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import type { AccessTokens } from './access-token.ts';
import { markCredentialsChanged } from './account-store.ts';
import { revokeTokens } from './account-token-store.ts';
import {
  decideRotation,
  type Family,
  maxUnusedChildren,
  type Rotation,
  refreshIdleMs,
  sessionMaxMs,
} from './session.ts';
import * as store from './session-store.ts';

declare module '#server/platform/actor.ts' {
  interface User {
    subscriberUntil: Date | null;
  }
}

/** A read may use a cached user for so long. */
const cachedUserTtlMs = 5_000;
const maxCachedUsers = 10_000;

export type TokenPair = { access: string; refresh: string };
export type Sessions = {
  /** Opens a session, in the transaction that created or locked the account. */
  open(db: Db, accountId: number): Promise<TokenPair>;
  /** Throws `tokenNotValid` for an unknown, expired or reused token, and 429 when that repeats. */
  refresh(refreshToken: string): Promise<{ access: string; refresh?: string }>;
  /** Ends the session of a refresh token, by default the caller's session; 400 for the token of another account. */
  close(user: User, refreshToken: string | undefined): Promise<void>;
  /** Drops the cached user of an account that has changed. */
  dropCachedUser(accountId: number): void;
  /**
   * Ends all sessions of an account except `exceptSessionId`, with their access and refresh tokens, and its password
   * reset links, sent or still queued. Runs in the transaction that locks the account.
   */
  endAll(tx: Db, accountId: number, why: { reason: string; exceptSessionId?: string }): Promise<void>;
  /** Whether a session is open; exact in a transaction that locks its account. */
  isOpen(tx: Db, sessionId: string): Promise<boolean>;
  authenticate: Authenticate;
};

type Deps = { db: Db; clock: Clock; log: Log; limits: RateLimits; accessTokens: AccessTokens };

export function createSessions({ db, clock, log, limits, accessTokens }: Deps): Sessions {
  const cachedUsers = new Map<string, { user: User; at: number }>();

  function createToken(familyId: string, parentId: string | null, now: Date) {
    const refresh = createRandomSecret();
    const expiresAt = new Date(now.getTime() + refreshIdleMs);
    return {
      refresh,
      row: { id: randomUUID(), hash: sha256(refresh), familyId, parentId, issuedAt: now, expiresAt },
    };
  }

  async function open(tx: Db, accountId: number): Promise<TokenPair> {
    const now = clock.now();
    const family = {
      id: randomUUID(),
      accountId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + sessionMaxMs),
    };
    const { refresh, row } = createToken(family.id, null, now);
    await store.insertFamily(tx, family, row);
    return { access: await accessTokens.issue({ accountId, sessionId: family.id }), refresh };
  }

  /** Stores the decision and returns the next token, if any. Does not throw: a revocation must be committed too. */
  async function rotate(tx: Db, rotation: Rotation, family: Family, tokenId: string, now: Date) {
    if (rotation.kind === 'dead') return undefined;
    if (rotation.kind === 'reuse') {
      await store.revokeFamilies(tx, { id: family.id }, 'reuse', now);
      await revokeTokens(tx, family.accountId, 'password-reset', now);
      log.warn({ sessionId: family.id, accountId: family.accountId }, 'refresh token reuse: session revoked');
      return undefined;
    }
    if (rotation.kind === 'confirm') await store.confirmHead(tx, family, tokenId, now);
    if (rotation.kind === 'grace') await store.updateGrace(tx, family.id, rotation);
    const headId = rotation.kind === 'confirm' ? tokenId : family.headId;
    if ((await store.countChildren(tx, family.id, headId)) >= maxUnusedChildren)
      return { refresh: undefined };
    const { refresh, row } = createToken(family.id, headId, now);
    await store.insertToken(tx, row);
    return { refresh };
  }

  async function refresh(refreshToken: string) {
    const now = clock.now();
    const outcome = await inTransaction(db, async (tx) => {
      const found = await store.lockByTokenHash(tx, sha256(refreshToken));
      if (!found?.isAccountActive) return undefined;
      const rotation = decideRotation(found.family, found.token, now);
      const next = await rotate(tx, rotation, found.family, found.token.id, now);
      return next && { ...next, family: found.family };
    });
    if (!outcome) {
      await limits.take('refreshFailure', sha256(refreshToken).toString('base64url'));
      throw tokenNotValid();
    }
    const { id, accountId } = outcome.family;
    const access = await accessTokens.issue({ accountId, sessionId: id });
    return outcome.refresh === undefined ? { access } : { access, refresh: outcome.refresh };
  }

  async function close(user: User, refreshToken: string | undefined): Promise<void> {
    const now = clock.now();
    await inTransaction(db, async (tx) => {
      if (!refreshToken) return store.revokeFamilies(tx, { id: user.sessionId }, 'logout', now);
      const found = await store.lockByTokenHash(tx, sha256(refreshToken));
      if (found?.family.accountId !== user.id) throw refused('Invalid token', 'auth.refreshInvalid');
      await store.revokeFamilies(tx, { id: found.family.id }, 'logout', now);
      cachedUsers.delete(found.family.id);
    });
    cachedUsers.delete(user.sessionId);
  }

  async function endAll(
    tx: Db,
    accountId: number,
    { reason, exceptSessionId }: { reason: string; exceptSessionId?: string },
  ): Promise<void> {
    const now = clock.now();
    await store.revokeFamilies(tx, { accountId, exceptId: exceptSessionId }, reason, now);
    await revokeTokens(tx, accountId, 'password-reset', now);
    await markCredentialsChanged(tx, accountId, now);
    dropCachedUser(accountId);
  }

  const isOpen = async (tx: Db, sessionId: string): Promise<boolean> =>
    (await store.findSessionUser(tx, sessionId, clock.now())) !== undefined;

  function dropCachedUser(accountId: number): void {
    for (const [sessionId, { user }] of cachedUsers) if (user.id === accountId) cachedUsers.delete(sessionId);
  }

  async function authenticate(token: string, { fresh }: { fresh: boolean }): Promise<User> {
    const { sessionId, accountId } = await accessTokens.verify(token);
    const now = clock.now();
    const cached = cachedUsers.get(sessionId);
    if (!fresh && cached && Math.abs(now.getTime() - cached.at) < cachedUserTtlMs) return cached.user;
    cachedUsers.delete(sessionId);
    const row = await store.findSessionUser(db, sessionId, now);
    if (row?.id !== accountId) throw tokenNotValid();
    const user: User = {
      kind: 'user',
      id: row.id,
      username: row.username,
      isStaff: row.is_staff,
      isSuperuser: row.is_superuser,
      subscriberUntil: row.subscriber_until,
      sessionId,
    };
    if (cachedUsers.size >= maxCachedUsers) cachedUsers.clear();
    cachedUsers.set(sessionId, { user, at: now.getTime() });
    return user;
  }

  return { open, refresh, close, endAll, isOpen, dropCachedUser, authenticate };
}
