import { z } from 'zod';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { pageOf } from '#server/platform/db/paging.ts';
import { notFound } from '#server/platform/errors.ts';
import { lockAccount } from './account-store.ts';
import * as store from './session-list-store.ts';
import type { Sessions } from './session-service.ts';

export type { OpenSession } from './session-list-store.ts';

type Deps = { db: Db; clock: Clock; sessions: Pick<Sessions, 'endAll' | 'dropCachedSession'> };

export type SessionList = ReturnType<typeof createSessionList>;

/** The open sessions of an account, for its owner. */
export function createSessionList({ db, clock, sessions }: Deps) {
  async function list(user: User, query: { page?: string; page_size?: string }) {
    const now = clock.now();
    const count = await store.countOpenSessions(db, user.id, now);
    const page = pageOf(query, count);
    const found = await store.listOpenSessions(db, user.id, {
      firstId: user.sessionId,
      now,
      limit: page.size,
      offset: page.offset,
    });
    return { page, count, sessions: found };
  }

  /** 404 for the session of another account, and for one that has ended. */
  async function end(user: User, id: string): Promise<void> {
    const isEnded =
      z.uuid().safeParse(id).success &&
      (await store.revokeOwnSession(db, {
        accountId: user.id,
        id,
        reason: 'ended by owner',
        now: clock.now(),
      }));
    if (!isEnded) throw notFound('security.sessionUnknown');
    sessions.dropCachedSession(id);
  }

  const endOthers = (user: User): Promise<void> =>
    inTransaction(db, async (tx) => {
      await lockAccount(tx, user.id);
      await sessions.endAll(tx, user.id, { reason: 'ended by owner', exceptSessionId: user.sessionId });
    });

  return { list, end, endOthers };
}
