import { sql } from 'kysely';
import type { RestrictionKind, Role } from '#contract/permissions.ts';
import type { Db } from '#server/platform/db/database.ts';
import { containsPattern } from '#server/platform/db/search-terms.ts';
import { pictureSubquery } from '#server/platform/picture.ts';
import type { Author } from './account.ts';

export type ListedAccount = Author & {
  email: string;
  role: Role;
  isStaff: boolean;
  isSuperuser: boolean;
  isActive: boolean;
  postsCount: number;
  commentsCount: number;
  createdAt: Date;
  restrictions: RestrictionKind[];
};
type Filters = {
  terms: string[];
  role?: Role | 'staff' | undefined;
  state?: 'active' | 'restricted' | 'disabled' | undefined;
  now: Date;
};

const isRestricted = (now: Date) => sql<boolean>`exists (
  select from account_restrictions as r where r.account_id = a.id and (r.until is null or r.until > ${now}))`;

function select(db: Db, { terms, role, state, now }: Filters) {
  let query = db.selectFrom('accounts as a').where('a.deleted_at', 'is', null);
  // The expression of the index of migration 0295.
  for (const term of terms)
    query = query.where(
      sql<boolean>`search_spelling(username_key || ' ' || email_key || ' ' || first_name || ' ' || last_name)
        like ${containsPattern(term)}`,
    );
  if (role === 'staff')
    query = query.where(
      sql<boolean>`(role in ('moderator', 'editor', 'administrator') or is_staff or is_superuser)`,
    );
  else if (role) query = query.where('a.role', '=', role);
  if (state === 'disabled') query = query.where('a.is_active', '=', false);
  if (state === 'active') query = query.where('a.is_active', '=', true);
  if (state === 'restricted') query = query.where(isRestricted(now));
  return query;
}

export async function countAccounts(db: Db, filters: Filters): Promise<number> {
  const row = await select(db, filters)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** The newest accounts first. */
export async function listAccounts(
  db: Db,
  filters: Filters,
  { offset, size }: { offset: number; size: number },
): Promise<ListedAccount[]> {
  const rows = await select(db, filters)
    .select(['a.id', 'a.username', 'a.email', 'a.first_name as firstName', 'a.last_name as lastName'])
    .select(['a.role', 'a.is_staff as isStaff', 'a.is_superuser as isSuperuser', 'a.is_active as isActive'])
    .select(['a.posts_count as postsCount', 'a.comments_count as commentsCount', 'a.created_at as createdAt'])
    .select(pictureSubquery('a.avatar_id').as('avatar'))
    .select(
      sql<
        RestrictionKind[]
      >`(select coalesce(json_agg(r.kind order by r.kind), '[]') from account_restrictions as r
        where r.account_id = a.id and (r.until is null or r.until > ${filters.now}))`.as('restrictions'),
    )
    .orderBy('a.id', 'desc')
    .offset(offset)
    .limit(size)
    .execute();
  return rows.map((row) => ({ ...row, role: row.role as Role }));
}
