import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { maxPinnedPosts, type Pin, type PinnedTitle, rotationStart } from './pin.ts';

/**
 * Pins in effect: the owner has a subscription now and the post is published. The only definition of this condition, so
 * that flags and orderings of pinned posts never disagree.
 */
const selectEffectivePins = (db: Db, now: Date) =>
  db
    .selectFrom('pins')
    .innerJoin('accounts as a', 'a.id', 'pins.account_id')
    .innerJoin('posts as p', 'p.id', 'pins.post_id')
    .where('a.subscriber_until', '>', now)
    .where('p.status', '=', 'published');

export async function findEffectivePin(db: Db, accountId: number, now: Date): Promise<Pin | undefined> {
  const row = await selectEffectivePins(db, now)
    .select(['pins.id', 'pins.account_id', 'pins.post_id', 'pins.pinned_at'])
    .where('pins.account_id', '=', accountId)
    .executeTakeFirst();
  return row && toPin(row);
}

/** The time at which the next pin expires with its subscription. */
export async function findNextPinEnd(db: Db, now: Date): Promise<Date | null> {
  const row = await selectEffectivePins(db, now)
    .select(({ fn }) => fn.min('a.subscriber_until').as('end'))
    .executeTakeFirstOrThrow();
  return row.end;
}

/** The current time and the index of the first pin of this hour's rotation. */
export type Rotation = { now: Date; first: number };

export const rotationAt = (now: Date): Rotation => ({ now, first: rotationStart(now) });

/**
 * The posts in the current rotation: all pinned posts, or 20 of them that change every hour. `place` is their position in
 * the order of pinning; `total` is the number of pins in effect.
 */
export function postsInRotation(db: Db, { now, first }: Rotation) {
  const ranked = selectEffectivePins(db, now).select([
    'p.id',
    'p.category_id',
    'p.author_id',
    sql<number>`row_number() over (order by pins.pinned_at, pins.post_id) - 1`.as('place'),
    sql<number>`count(*) over ()`.as('total'),
  ]);
  const start = sql`mod(${first}::bigint, total)`;
  return db
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .where(sql<boolean>`mod(place - ${start} + total, total) < ${maxPinnedPosts}`);
}

/**
 * Pins a post in place of the previous one, in a single statement with its conditions: own post, published, active
 * subscription. Returns undefined if a condition fails. Pinning the same post again keeps its position in the order.
 */
export async function upsertPin(
  db: Db,
  { accountId, postId }: { accountId: number; postId: number },
  now: Date,
): Promise<Pin | undefined> {
  const { rows } = await sql<PinRow>`
    insert into pins (account_id, post_id, pinned_at)
    select a.id, p.id, ${now}::timestamptz
    from accounts a join posts p on p.author_id = a.id
    where a.id = ${accountId} and a.subscriber_until > ${now} and p.id = ${postId} and p.status = 'published'
    on conflict (account_id) do update set
      post_id = excluded.post_id,
      pinned_at = case when pins.post_id = excluded.post_id then pins.pinned_at else excluded.pinned_at end
    returning id, account_id, post_id, pinned_at`.execute(db);
  const [row] = rows;
  return row && toPin(row);
}

/** The pin of an account, in effect or not. */
export async function findPinned(db: Db, accountId: number): Promise<PinnedTitle | undefined> {
  return selectTitles(db).where('pins.account_id', '=', accountId).executeTakeFirst();
}

export async function findPinOfPost(db: Db, postId: number): Promise<PinnedTitle | undefined> {
  return selectTitles(db).where('pins.post_id', '=', postId).executeTakeFirst();
}

/** Returns false if there is no pin any more. */
export async function deletePin(db: Db, accountId: number): Promise<boolean> {
  const result = await db.deleteFrom('pins').where('account_id', '=', accountId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

const selectTitles = (db: Db) =>
  db
    .selectFrom('pins')
    .innerJoin('posts as p', 'p.id', 'pins.post_id')
    .select(['pins.account_id as accountId', 'pins.post_id as postId', 'p.title as postTitle']);

type PinRow = { id: number; account_id: number; post_id: number; pinned_at: Date };

const toPin = (row: PinRow): Pin => ({
  id: row.id,
  accountId: row.account_id,
  postId: row.post_id,
  pinnedAt: row.pinned_at,
});
