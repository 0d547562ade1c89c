import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import type { QueuedObjection } from './decision.ts';
import { personColumn } from './person-column.ts';

/** How much of a text the queue shows. */
const textMaxLength = 1_000;

export async function insertObjection(
  tx: Db,
  objection: { decisionId: number; accountId: number; text: string; createdAt: Date },
): Promise<void> {
  const { decisionId: decision_id, accountId: account_id, text, createdAt: created_at } = objection;
  await tx
    .insertInto('moderation_objections')
    .values({ decision_id, account_id, text, created_at })
    .execute();
}

export async function countObjectionsOf(db: Db, accountId: number, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('moderation_objections')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether nobody has decided the objection; locks it until the transaction ends. */
export async function lockOpenObjection(tx: Db, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('moderation_objections')
    .select('outcome')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined && row.outcome === null;
}

export async function markDecided(
  tx: Db,
  id: number,
  { at, by, outcome, reason }: { at: Date; by: number; outcome: 'upheld' | 'overturned'; reason: string },
): Promise<void> {
  await tx
    .updateTable('moderation_objections')
    .set({ decided_at: at, decided_by: by, outcome, reason })
    .where('id', '=', id)
    .execute();
}

/** Closes the objection to a decision that has ended; does nothing without an open one. */
export async function closeOpenObjection(
  tx: Db,
  decisionId: number,
  { at, by }: { at: Date; by: number | null },
): Promise<void> {
  await tx
    .updateTable('moderation_objections')
    .set({ decided_at: at, decided_by: by, outcome: 'ended' })
    .where('decision_id', '=', decisionId)
    .where('outcome', 'is', null)
    .execute();
}

const isOpenObjection = (isOpen: boolean) =>
  isOpen ? sql<boolean>`o.outcome is null` : sql<boolean>`o.outcome is not null`;

export async function countObjections(db: Db, isOpen: boolean): Promise<number> {
  const { count } = await db
    .selectFrom('moderation_objections as o')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isOpenObjection(isOpen))
    .executeTakeFirstOrThrow();
  return count;
}

export async function listObjections(
  db: Db,
  isOpen: boolean,
  { offset, size }: { offset: number; size: number },
): Promise<QueuedObjection[]> {
  const rows = await db
    .selectFrom('moderation_objections as o')
    .select('o.id')
    .where(isOpenObjection(isOpen))
    .orderBy('o.id', isOpen ? 'asc' : 'desc')
    .offset(offset)
    .limit(size)
    .execute();
  return findObjections(
    db,
    rows.map(({ id }) => id),
  );
}

/** The objections with what they are about, in the order of the ids. */
export async function findObjections(db: Db, ids: number[]): Promise<QueuedObjection[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<QueuedObjection>`
    select o.id, o.decision_id as "decisionId", ${personColumn('o.account_id')} as author,
      ${personColumn('o.decided_by')} as decider, p.slug as "targetSlug",
      coalesce(left(case d.target_kind when 'post' then p.content_text when 'comment' then c.content else a.bio end,
        ${textMaxLength}), '') as "targetText"
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, position)
    join moderation_objections as o on o.id = wanted.id
    join moderation_decisions as d on d.id = o.decision_id
    left join comments as c on d.target_kind = 'comment' and c.id = d.target_id
    -- The text of a draft stays with its author.
    left join posts as p on 'published' in (p.status, p.hidden_status)
      and p.id = case d.target_kind when 'post' then d.target_id else c.post_id end
    left join accounts as a on d.target_kind = 'account' and a.id = d.target_id
    order by wanted.position`.execute(db);
  return rows;
}

/** Some active accounts that moderate. */
export async function listModerators(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where(sql<boolean>`(role in ('moderator', 'editor', 'administrator') or is_staff or is_superuser)`)
    .where(sql<boolean>`(role in ('moderator', 'administrator') or is_staff or is_superuser)`)
    .where('is_active', '=', true)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
