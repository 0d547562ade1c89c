import { sql } from 'kysely';
import { permissionsOf, type Role } from '#contract/permissions.ts';
import type { Db } from '#server/platform/db/database.ts';

const rowsOf = {
  registrations: sql`(select created_at as at from accounts)`,
  // Both have an index by time. Deleted comments are left out.
  comments: sql`(select created_at as at from comments where deleted_at is null
    union all select deleted_at from comments where waiting_rule is not null)`,
};

/** How many came in the hour before each time. */
export async function countHours(
  db: Db,
  flow: keyof typeof rowsOf,
  ends: readonly Date[],
): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from ${rowsOf[flow]} as t
      where t.at > hour.ends - interval '1 hour' and t.at <= hour.ends) as count
    from unnest(${ends}::timestamptz[]) with ordinality as hour (ends, position) order by position`.execute(
    db,
  );
  return rows.map(({ count }) => count);
}

const maxColleagues = 1_000;

/** The accounts of staff that decide about texts. */
export async function listModeratorIds(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'role', 'is_staff', 'is_superuser'])
    .where('is_active', '=', true)
    .where(sql<boolean>`(role in ('moderator', 'editor', 'administrator') or is_staff or is_superuser)`)
    .orderBy('id')
    .limit(maxColleagues)
    .execute();
  const mayModerate = (row: (typeof rows)[number]) =>
    permissionsOf({ role: row.role as Role, isStaff: row.is_staff, isSuperuser: row.is_superuser }).has(
      'content.moderate',
    );
  return rows.filter(mayModerate).map(({ id }) => id);
}
