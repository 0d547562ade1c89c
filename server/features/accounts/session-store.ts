import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { deleteInBatches } from '#server/platform/db/delete-in-batches.ts';
import { type Family, type RefreshToken, type Rotation, refreshIdleMs } from './session.ts';
import { restrictionsColumn } from './standing-store.ts';

export type NewToken = {
  id: string;
  hash: Buffer;
  familyId: string;
  parentId: string | null;
  issuedAt: Date;
  expiresAt: Date;
};

export async function insertFamily(
  db: Db,
  family: { id: string; accountId: number; device: string; createdAt: Date; expiresAt: Date },
  head: NewToken,
): Promise<void> {
  await db
    .insertInto('session_families')
    .values({
      id: family.id,
      account_id: family.accountId,
      device: family.device,
      confirmed_at: family.createdAt,
      head_id: head.id,
      head_confirmed_at: family.createdAt,
      created_at: family.createdAt,
      expires_at: family.expiresAt,
    })
    .execute();
  await insertToken(db, head);
}

export async function insertToken(db: Db, token: NewToken): Promise<void> {
  await db
    .insertInto('refresh_tokens')
    .values({
      id: token.id,
      hash: token.hash,
      family_id: token.familyId,
      parent_id: token.parentId,
      issued_at: token.issuedAt,
      expires_at: token.expiresAt,
    })
    .execute();
}

/** The token with this hash and its family. Locks the family, which serializes its refreshes. */
export async function lockByTokenHash(
  db: Db,
  hash: Buffer,
): Promise<{ token: RefreshToken; family: Family; isAccountActive: boolean } | undefined> {
  const row = await db
    .selectFrom('refresh_tokens as t')
    .innerJoin('session_families as f', 'f.id', 't.family_id')
    .innerJoin('accounts as a', 'a.id', 'f.account_id')
    .select(['t.id', 't.parent_id', 't.family_id', 't.expires_at as token_expires_at', 'a.is_active'])
    .select([
      'f.account_id',
      'f.head_id',
      'f.prev_head_id',
      'f.head_confirmed_at',
      'f.grace_count',
      'f.grace_since',
    ])
    .select(['f.expires_at as family_expires_at', 'f.revoked_at'])
    .where('t.hash', '=', hash)
    .forUpdate('f')
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    token: { id: row.id, parentId: row.parent_id, familyId: row.family_id, expiresAt: row.token_expires_at },
    family: {
      id: row.family_id,
      accountId: row.account_id,
      headId: row.head_id,
      prevHeadId: row.prev_head_id,
      headConfirmedAt: row.head_confirmed_at,
      graceCount: row.grace_count,
      graceSince: row.grace_since,
      expiresAt: row.family_expires_at,
      revokedAt: row.revoked_at,
    },
    isAccountActive: row.is_active,
  };
}

export async function countChildren(db: Db, familyId: string, parentId: string): Promise<number> {
  const { count } = await db
    .selectFrom('refresh_tokens')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('family_id', '=', familyId)
    .where('parent_id', '=', parentId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function confirmHead(db: Db, family: Family, headId: string, now: Date): Promise<void> {
  await db
    .updateTable('session_families')
    .set({ head_id: headId, prev_head_id: family.headId, head_confirmed_at: now })
    .where('id', '=', family.id)
    .execute();
}

export async function updateGrace(
  db: Db,
  id: string,
  grace: Extract<Rotation, { kind: 'grace' }>,
): Promise<void> {
  await db
    .updateTable('session_families')
    .set({ grace_count: grace.graceCount, grace_since: grace.graceSince })
    .where('id', '=', id)
    .execute();
}

/** Revokes one family, or those of an account except one. A revoked family keeps its first reason. */
export async function revokeFamilies(
  db: Db,
  which: { id: string } | { accountId: number; exceptId?: string | undefined },
  reason: string,
  now: Date,
): Promise<void> {
  let update = db
    .updateTable('session_families')
    .set({ revoked_at: now, revoked_reason: reason })
    .where('revoked_at', 'is', null);
  if ('id' in which) update = update.where('id', '=', which.id);
  else {
    update = update.where('account_id', '=', which.accountId);
    if (which.exceptId) update = update.where('id', '!=', which.exceptId);
  }
  await update.execute();
}

/**
 * Deletes the refresh tokens that expired before `expiredBefore`, and the sessions that expired so long before it that
 * none of their tokens is left.
 */
export async function deleteEndedSessions(db: Db, expiredBefore: Date): Promise<void> {
  await deleteInBatches(db, 'refresh_tokens', sql`expires_at < ${expiredBefore}`);
  const sessionsBefore = new Date(expiredBefore.getTime() - refreshIdleMs);
  await deleteInBatches(db, 'session_families', sql`expires_at < ${sessionsBefore}`);
}

/** Records that the user of a session has proved who they are. */
export async function markConfirmed(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('session_families').set({ confirmed_at: now }).where('id', '=', sessionId).execute();
}

/** The account of an open session, and when its user last proved who they are. */
export async function findSessionUser(db: Db, sessionId: string, now: Date) {
  return (
    db
      .selectFrom('session_families as f')
      .innerJoin('accounts as a', 'a.id', 'f.account_id')
      .select(['a.id', 'a.username', 'a.subscriber_until'])
      .select(['a.role', 'a.is_staff', 'a.is_superuser', 'a.has_second_factor'])
      .select(restrictionsColumn.as('restrictions'))
      // A session from before confirmations were recorded counts from its login.
      .select(({ fn }) => fn.coalesce('f.confirmed_at', 'f.created_at').as('confirmed_at'))
      .where('f.id', '=', sessionId)
      .where('f.revoked_at', 'is', null)
      .where('f.expires_at', '>', now)
      .where('a.is_active', '=', true)
      .executeTakeFirst()
  );
}
