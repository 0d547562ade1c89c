import { sql } from 'kysely';
import type { Role, Standing } from '#contract/permissions.ts';
import type { Db } from '#server/platform/db/database.ts';
import { pictureColumn } from '#server/platform/picture.ts';
import type { Author } from './account.ts';

export type AccountAction = 'disable-account' | 'enable-account';
/** `by` is null when the account of the moderator no longer exists. */
export type RecordedAction = { action: AccountAction; at: Date; by: Author | null; reason: string };

export async function insertAction(
  db: Db,
  entry: { accountId: number; action: AccountAction; moderatorId: number | null; reason: string; at: Date },
): Promise<void> {
  await db
    .insertInto('moderation_actions')
    .values({
      account_id: entry.accountId,
      action: entry.action,
      moderator_id: entry.moderatorId,
      reason: entry.reason,
      created_at: entry.at,
    })
    .execute();
}

export async function findLastAction(db: Db, accountId: number): Promise<RecordedAction | undefined> {
  const row = await db
    .selectFrom('moderation_actions as m')
    .leftJoin('accounts as a', 'a.id', 'm.moderator_id')
    .leftJoin('media as p', 'p.id', 'a.avatar_id')
    .select(['m.action', 'm.created_at', 'm.reason', 'a.id', 'a.username', 'a.first_name', 'a.last_name'])
    .select(pictureColumn('p').as('avatar'))
    .where('m.account_id', '=', accountId)
    .orderBy('m.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, username, first_name: firstName, last_name: lastName, avatar } = row;
  const by = id === null || username === null ? null : { id, username, firstName, lastName, avatar };
  return {
    action: row.action as AccountAction,
    at: row.created_at,
    reason: row.reason,
    by: by && { ...by, firstName: by.firstName ?? '', lastName: by.lastName ?? '' },
  };
}

export type AccountRoles = Standing & { id: number; username: string; isActive: boolean };

/**
 * The roles of accounts and of all administrators, locked until the transaction ends, also against the writes of these
 * accounts (`lockStanding`).
 */
export async function lockRoles(db: Db, ids: number[]): Promise<Map<number, AccountRoles>> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'username', 'is_active as isActive'])
    .select(['role', 'is_staff as isStaff', 'is_superuser as isSuperuser'])
    .where((where) => where.or([where('id', 'in', ids), sql<boolean>`role = 'administrator'`]))
    // Always in the same order: two moderators who disable each other must not deadlock.
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, { ...row, role: row.role as Role }]));
}

/** Lets the texts of an account wait until a moderator has published one of them. */
export async function markTrapped(db: Db, id: number): Promise<void> {
  await db.updateTable('accounts').set({ is_trapped: true }).where('id', '=', id).execute();
}

export async function setActive(db: Db, id: number, isActive: boolean): Promise<void> {
  await db.updateTable('accounts').set({ is_active: isActive }).where('id', '=', id).execute();
}
