import { type SqlBool, sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

export type OpenSession = { id: string; device: string; createdAt: Date; lastUsedAt: Date };

/** Sessions that can still be used: neither ended nor expired, with a refresh token that has not expired. */
const openSessions = (db: Db, accountId: number, now: Date) =>
  db
    .selectFrom('session_families as f')
    .innerJoin('refresh_tokens as t', 't.family_id', 'f.id')
    .where('f.account_id', '=', accountId)
    .where('f.revoked_at', 'is', null)
    .where('f.expires_at', '>', now)
    .where('t.expires_at', '>', now);

export async function countOpenSessions(db: Db, accountId: number, now: Date): Promise<number> {
  const { count } = await openSessions(db, accountId, now)
    .select(({ fn }) => fn.count<number>('f.id').distinct().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The given session first, then the most recently used. */
export async function listOpenSessions(
  db: Db,
  accountId: number,
  { firstId, now, limit, offset }: { firstId: string; now: Date; limit: number; offset: number },
): Promise<OpenSession[]> {
  return (
    openSessions(db, accountId, now)
      .select(['f.id', 'f.device', 'f.created_at as createdAt'])
      // A refresh issues a token, and so does the login.
      .select(({ fn }) => fn.max<Date>('t.issued_at').as('lastUsedAt'))
      .groupBy('f.id')
      .orderBy(sql<SqlBool>`f.id = ${firstId}::uuid`, 'desc')
      .orderBy('lastUsedAt', 'desc')
      .orderBy('f.id')
      .limit(limit)
      .offset(offset)
      .execute()
  );
}

/** Ends one open session of an account; false if it has none with this id. */
export async function revokeOwnSession(
  db: Db,
  { accountId, id, reason, now }: { accountId: number; id: string; reason: string; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('session_families')
    .set({ revoked_at: now, revoked_reason: reason })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether an account has logged in with this device within the last weeks. A session without a device is older than
 * their recording and may be of any device.
 */
export async function hasUsedDevice(db: Db, accountId: number, device: string): Promise<boolean> {
  const row = await db
    .selectFrom('session_families')
    .select('id')
    .where('account_id', '=', accountId)
    .where('device', 'in', [device, ''])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
