import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { tokenNotValid } from '#server/platform/errors.ts';
import type { AccessTokens } from './access-token.ts';
import { isConfirmed } from './identity-confirmation.ts';
import { findSessionUser } from './session-store.ts';
import { toStanding } from './standing.ts';

declare module '#server/platform/actor.ts' {
  interface User {
    subscriberUntil: Date | null;
  }
}

/** A read may use a cached user for so long. */
const cachedUserTtlMs = 1_000;
const maxCachedUsers = 10_000;

type Deps = { db: Db; clock: Clock; accessTokens: AccessTokens; needsStaffSecondFactor: boolean };

/** Finds the user of an access token. */
export function createAuthentication({ db, clock, accessTokens, needsStaffSecondFactor }: Deps) {
  const cachedUsers = new Map<string, { user: User; at: number }>();

  async function authenticate(token: string, { fresh }: { fresh: boolean }): Promise<User> {
    const { sessionId, accountId } = await accessTokens.verify(token);
    const now = clock.now();
    const cached = cachedUsers.get(sessionId);
    if (!fresh && cached && Math.abs(now.getTime() - cached.at) < cachedUserTtlMs) return cached.user;
    cachedUsers.delete(sessionId);
    const row = await findSessionUser(db, sessionId, now);
    if (row?.id !== accountId) throw tokenNotValid();
    const user: User = {
      kind: 'user',
      id: row.id,
      username: row.username,
      ...toStanding(row, { now, needsStaffSecondFactor }),
      isConfirmed: isConfirmed(row.confirmed_at, now),
      subscriberUntil: row.subscriber_until,
      sessionId,
    };
    if (cachedUsers.size >= maxCachedUsers) cachedUsers.clear();
    cachedUsers.set(sessionId, { user, at: now.getTime() });
    return user;
  }

  function dropCachedUser(accountId: number): void {
    for (const [sessionId, { user }] of cachedUsers) if (user.id === accountId) cachedUsers.delete(sessionId);
  }

  return { authenticate, dropCachedUser, dropCachedSession: (id: string) => cachedUsers.delete(id) };
}
