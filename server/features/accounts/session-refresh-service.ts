import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/platform/clock.ts';
import { createRandomSecret, sha256 } from '#server/platform/crypto.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { tokenNotValid } from '#server/platform/errors.ts';
import type { Log } from '#server/platform/log.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import type { AccessTokens } from './access-token.ts';
import { revokeTokens } from './account-token-store.ts';
import { decideRotation, type Family, maxUnusedChildren, type Rotation, refreshIdleMs } from './session.ts';
import * as store from './session-store.ts';

type Deps = { db: Db; clock: Clock; log: Log; limits: RateLimits; accessTokens: AccessTokens };

/** Exchanges refresh tokens. */
export function createSessionRefresh({ db, clock, log, limits, accessTokens }: Deps) {
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

  return { refresh };
}

export function createToken(familyId: string, parentId: string | null, now: Date) {
  const refresh = createRandomSecret();
  const expiresAt = new Date(now.getTime() + refreshIdleMs);
  return {
    refresh,
    row: { id: randomUUID(), hash: sha256(refresh), familyId, parentId, issuedAt: now, expiresAt },
  };
}
