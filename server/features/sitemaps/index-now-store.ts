import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

/** Whether changes are recorded from now on. */
export async function setEnabled(db: Db, isEnabled: boolean): Promise<void> {
  await db
    .updateTable('index_now_state')
    .set({ is_enabled: isEnabled })
    .where('is_enabled', '<>', isEnabled)
    .execute();
  if (!isEnabled) await db.deleteFrom('index_now_changes').execute();
}

/** How often sending has failed in a row, and whether it is time to try again. */
export const isDue = async (db: Db, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('index_now_state')
    .select('failures')
    .where('retry_at', '<=', now)
    .executeTakeFirst()) !== undefined;

export const recordSuccess = (db: Db): Promise<unknown> =>
  db
    .updateTable('index_now_state')
    .set({ failures: 0, retry_at: sql`'-infinity'` })
    .where('failures', '>', 0)
    .execute();

/** Returns the number of failures in a row. */
export async function recordFailure(db: Db, retryAt: (failures: number) => Date): Promise<number> {
  const { failures } = await db
    .updateTable('index_now_state')
    .set({ failures: sql`failures + 1` })
    .returning('failures')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('index_now_state')
    .set({ retry_at: retryAt(failures) })
    .execute();
  return failures;
}

/** The oldest changes. A change whose post is public has the time since when its author has an account. */
export const listChanges = (
  db: Db,
  limit: number,
): Promise<Array<{ id: number; slug: string; authorSince: Date | null }>> =>
  db
    .selectFrom('index_now_changes as c')
    .leftJoin('posts as p', (join) => join.onRef('p.slug', '=', 'c.slug').on('p.status', '=', 'published'))
    .leftJoin('accounts as a', 'a.id', 'p.author_id')
    .select(['c.id', 'c.slug', 'a.created_at as authorSince'])
    .orderBy('c.id')
    .limit(limit)
    .execute();

export const deleteChanges = (db: Db, ids: number[]): Promise<unknown> =>
  db.deleteFrom('index_now_changes').where('id', 'in', ids).execute();

/** Keeps the newest changes. */
export const trimChanges = (db: Db, kept: number): Promise<unknown> =>
  db
    .deleteFrom('index_now_changes')
    .where('id', '<=', (eb) =>
      eb.selectFrom('index_now_changes').select('id').orderBy('id', 'desc').offset(kept).limit(1),
    )
    .execute();
