import { sql } from 'kysely';
import type { NotificationKind } from '#contract/notifications.ts';
import type { Db } from '#server/platform/db/database.ts';
import { deleteInBatches } from '#server/platform/db/delete-in-batches.ts';
import type { NotificationDetails, UserNotification } from './notification.ts';

export type NewNotification = {
  accountId: number;
  kind: NotificationKind;
  details: NotificationDetails;
  key: string;
};

/** Inserts a notification unless the account has one with this key, also under concurrency. */
export async function insertNotification(
  db: Db,
  { accountId, kind, details, key }: NewNotification,
  now: Date,
): Promise<void> {
  await db
    .insertInto('notifications')
    .values({
      account_id: accountId,
      kind,
      details: JSON.stringify(details),
      event_key: key,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'event_key']).doNothing())
    .execute();
}

const selectUncleared = (db: Db, accountId: number) =>
  db.selectFrom('notifications').where('account_id', '=', accountId).where('cleared_at', 'is', null);

export async function countNotifications(
  db: Db,
  accountId: number,
): Promise<{ count: number; unread: number }> {
  return selectUncleared(db, accountId)
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`count(*) filter (where read_at is null)`.as('unread'),
    ])
    .executeTakeFirstOrThrow();
}

export async function listNotifications(
  db: Db,
  accountId: number,
  { offset, size }: { offset: number; size: number },
): Promise<UserNotification[]> {
  const rows = await selectUncleared(db, accountId)
    .selectAll()
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(size)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as NotificationKind,
    details: row.details as NotificationDetails,
    createdAt: row.created_at,
    readAt: row.read_at,
  }));
}

/** Marks a notification as read, keeping the first time; false if the account has no such notification. */
export async function markRead(db: Db, accountId: number, id: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('notifications')
    .set(({ fn }) => ({ read_at: fn.coalesce('read_at', sql<Date>`${now}::timestamptz`) }))
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('cleared_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks the notifications up to an id (null: all) as read. */
export async function markReadUpTo(db: Db, accountId: number, upTo: number | null, now: Date): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .$if(upTo !== null, (query) => query.where('id', '<=', upTo))
    .execute();
}

/** Removes the notifications up to an id (null: all) from the list. */
export async function clearUpTo(db: Db, accountId: number, upTo: number | null, now: Date): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ cleared_at: now })
    .where('account_id', '=', accountId)
    .where('cleared_at', 'is', null)
    .$if(upTo !== null, (query) => query.where('id', '<=', upTo))
    .execute();
}

export const deleteNotifications = (db: Db, before: Date): Promise<void> =>
  deleteInBatches(db, 'notifications', sql`created_at < ${before}`);
