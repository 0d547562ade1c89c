import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import type { StandingRow, StoredRestriction } from './standing.ts';

/** What decides the permissions of the account `a` of a query. */
export const restrictionsColumn: RawBuilder<StoredRestriction[]> = sql`
  (select coalesce(json_agg(json_build_object('kind', r.kind, 'until', r.until)), '[]')
  from account_restrictions as r where r.account_id = a.id)`;

export type LockedStanding = StandingRow & { id: number; username: string; is_active: boolean };

/**
 * The standing of an account, which no other transaction changes until this one ends. Changes lock the row for update, so
 * that they wait for the writes that have read it here, and those wait for nothing else.
 */
export async function lockStanding(db: Db, id: number): Promise<LockedStanding | undefined> {
  return db
    .selectFrom('accounts as a')
    .select([
      'a.id',
      'a.username',
      'a.is_active',
      'a.role',
      'a.is_staff',
      'a.is_superuser',
      'a.has_second_factor',
    ])
    .select(restrictionsColumn.as('restrictions'))
    .where('a.id', '=', id)
    .forKeyShare('a')
    .executeTakeFirst();
}
