import { sql } from 'kysely';
import type { NoticeKind } from '#contract/notices.ts';
import type { Db } from '#server/platform/db/database.ts';
import { deleteInBatches } from '#server/platform/db/delete-in-batches.ts';
import type { Notice, NoticeDetails } from './notice.ts';

export type NewNotice = { accountId: number; kind: NoticeKind; details: NoticeDetails; key: string };

/** Inserts a notification unless the account has one with this key, also under concurrency. */
export async function insertNotice(
  db: Db,
  { accountId, kind, details, key }: NewNotice,
  now: Date,
): Promise<void> {
  await db
    .insertInto('notices')
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

const shownTo = (db: Db, accountId: number) =>
  db.selectFrom('notices').where('account_id', '=', accountId).where('cleared_at', 'is', null);

export async function countNotices(db: Db, accountId: number): Promise<{ count: number; unread: number }> {
  return shownTo(db, accountId)
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`count(*) filter (where read_at is null)`.as('unread'),
    ])
    .executeTakeFirstOrThrow();
}

export async function listNotices(
  db: Db,
  accountId: number,
  { offset, size }: { offset: number; size: number },
): Promise<Notice[]> {
  const rows = await shownTo(db, accountId)
    .selectAll()
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(size)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as NoticeKind,
    details: row.details as NoticeDetails,
    createdAt: row.created_at,
    readAt: row.read_at,
  }));
}

/** Marks a notification as read, keeping the first time; false if the account has no such notification. */
export async function markRead(db: Db, accountId: number, id: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('notices')
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
    .updateTable('notices')
    .set({ read_at: now })
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .$if(upTo !== null, (query) => query.where('id', '<=', upTo))
    .execute();
}

/** Removes the notifications up to an id (null: all) from the list. */
export async function clearUpTo(db: Db, accountId: number, upTo: number | null, now: Date): Promise<void> {
  await db
    .updateTable('notices')
    .set({ cleared_at: now })
    .where('account_id', '=', accountId)
    .where('cleared_at', 'is', null)
    .$if(upTo !== null, (query) => query.where('id', '<=', upTo))
    .execute();
}

export const deleteNotices = (db: Db, before: Date): Promise<void> =>
  deleteInBatches(db, 'notices', sql`created_at < ${before}`);
