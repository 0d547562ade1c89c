import { type RawBuilder, sql } from 'kysely';
import type { RestrictionKind } from '#contract/permissions.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { StandingRow, StoredRestriction } from './standing.ts';

/** What decides the permissions of the account `a` of a query. */
export const restrictionsColumn: RawBuilder<StoredRestriction[]> = sql`
  (select coalesce(json_agg(json_build_object('kind', r.kind, 'until', r.until) order by r.kind), '[]')
  from account_restrictions as r where r.account_id = a.id)`;

export type LockedStanding = StandingRow & { id: number; username: string; is_active: boolean };

/**
 * The standing of an account, which no other transaction changes until this one ends. Changes lock the row for update, so
 * that they wait for the writes that have read it here, and those wait for nothing else.
 */
export async function lockStanding(db: Db, id: number): Promise<LockedStanding | undefined> {
  const row = await db
    .selectFrom('accounts as a')
    .select(['a.id', 'a.username', 'a.is_active', 'a.role', 'a.is_staff', 'a.is_superuser'])
    .select('a.has_second_factor')
    .where('a.id', '=', id)
    .forKeyShare('a')
    .executeTakeFirst();
  // A statement of its own: one that waits for the lock still sees the restrictions of the time when it began.
  return row && { ...row, restrictions: await listRestrictions(db, id) };
}

async function listRestrictions(db: Db, id: number): Promise<StoredRestriction[]> {
  const rows = await db
    .selectFrom('account_restrictions')
    .select(['kind', 'until'])
    .where('account_id', '=', id)
    .execute();
  return rows.map(({ kind, until }) => ({
    kind: kind as RestrictionKind,
    until: until?.toISOString() ?? null,
  }));
}

export async function setRestriction(
  db: Db,
  accountId: number,
  kind: RestrictionKind,
  until: Date | null,
): Promise<void> {
  await db
    .insertInto('account_restrictions')
    .values({ account_id: accountId, kind, until })
    .onConflict((conflict) => conflict.columns(['account_id', 'kind']).doUpdateSet({ until }))
    .execute();
}

export async function deleteRestriction(db: Db, accountId: number, kind: RestrictionKind): Promise<void> {
  await db
    .deleteFrom('account_restrictions')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .execute();
}
