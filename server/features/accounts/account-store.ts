import { type Selectable, sql } from 'kysely';

import { flagsOf, type Role } from '#contract/permissions.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isUniqueViolation } from '#server/platform/db/db-errors.ts';
import type { Accounts } from '#server/platform/db/generated.ts';
import { withPlannerSettings } from '#server/platform/db/planner-settings.ts';
import { countRows } from '#server/platform/db/sampled-count.ts';
import { containsPattern } from '#server/platform/db/search-terms.ts';
import { type Picture, pictureColumn, pictureSubquery } from '#server/platform/picture.ts';
import { type Account, type Author, identityKey } from './account.ts';
import { emailKey, emailKeys } from './email-address.ts';
import { hasOtherSpelling } from './email-store.ts';

export type NewAccount = {
  username: string;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  bio?: string;
  role?: Role;
  /** Whether a field was filled in that people do not see. */
  isTrapped?: boolean;
};
export type AccountChanges = {
  firstName?: string;
  lastName?: string;
  bio?: string;
  avatarId?: number | null;
};
export type TakenField = 'username' | 'email';

const selectAccounts = (db: Db) =>
  db
    .selectFrom('accounts as a')
    .leftJoin('media as m', 'm.id', 'a.avatar_id')
    .selectAll('a')
    .select(pictureColumn('m').as('avatar'));

/** Inserts an account, or returns the field that is taken. Unique indexes decide, so concurrent inserts are safe. */
export async function insertAccount(db: Db, account: NewAccount, now: Date): Promise<number | TakenField> {
  const { role = 'author' } = account;
  const flags = flagsOf(role);
  if (await hasOtherSpelling(db, account.email)) return 'email';
  try {
    const { id } = await db
      .insertInto('accounts')
      .values({
        username: account.username,
        username_key: identityKey(account.username),
        email: account.email,
        email_key: emailKey(account.email),
        password_hash: account.passwordHash,
        first_name: account.firstName,
        last_name: account.lastName,
        bio: account.bio ?? '',
        role,
        is_staff: flags.isStaff,
        is_superuser: flags.isSuperuser,
        is_trapped: account.isTrapped ?? false,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_username_key')) return 'username';
    if (isUniqueViolation(error, 'accounts_email_key')) return 'email';
    throw error;
  }
}

/**
 * Deletes an account that nobody has ever logged in to and that has no pictures; false if there is something to keep. Throws the
 * foreign key violation if other tables refer to it.
 */
export async function deleteUnused(db: Db, id: number): Promise<boolean> {
  const row = await db
    .deleteFrom('accounts as a')
    .where('a.id', '=', id)
    .where('a.role', '=', 'author')
    .where('a.credentials_changed_at', 'is', null)
    .where('a.email_verified_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('session_families').select('id').where('account_id', '=', id))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('media').select('id').where('owner_id', '=', id).where('kind', '<>', 'avatar'))),
    )
    .returning('a.id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Spreads the registrations of all accounts over a past period, in the order of their ids. Accounts from before its end stay,
 * so that a second run changes nothing.
 */
export async function spreadRegistrations(
  db: Db,
  { first, last }: { first: number; last: number },
  now: Date,
): Promise<void> {
  await sql`
    update accounts set created_at = ${now}::timestamptz - make_interval(hours => spread.hours)
    from (
      select id,
        (24 * (${first}::int - (${first - last}::int * (row_number() over (order by id) - 1)) / count(*) over ()))::int as hours
      from accounts
    ) as spread
    where accounts.id = spread.id and created_at > ${now}::timestamptz - make_interval(days => ${last}::int)`.execute(
    db,
  );
}

export async function findAccount(db: Db, id: number): Promise<Account | undefined> {
  return toAccount(await selectAccounts(db).where('a.id', '=', id).executeTakeFirst());
}

/** By email address, preferably in the typed spelling; a value without `@` can only be a username. */
export async function findAccountByLogin(db: Db, login: string): Promise<Account | undefined> {
  if (!login.includes('@')) return findAccountByUsername(db, login);
  const keys = emailKeys(login);
  const query = selectAccounts(db).where('a.email_key', 'in', keys);
  return toAccount(await query.orderBy(sql`array_position(${keys}::text[], a.email_key)`).executeTakeFirst());
}

export async function findAccountByUsername(db: Db, username: string): Promise<Account | undefined> {
  return toAccount(
    await selectAccounts(db).where('a.username_key', '=', identityKey(username)).executeTakeFirst(),
  );
}

/** Those of the usernames that accounts have, in any case of their letters. */
export async function findTakenUsernames(db: Db, usernames: string[]): Promise<Set<string>> {
  const keys = usernames.map(identityKey);
  const rows = await db
    .selectFrom('accounts')
    .select('username_key')
    .where(sql<boolean>`username_key = any(${keys}::text[])`)
    .execute();
  const taken = new Set(rows.map(({ username_key }) => username_key));
  return new Set(usernames.filter((_, index) => taken.has(keys[index] ?? '')));
}

export async function updateAccount(db: Db, id: number, changes: AccountChanges, now: Date): Promise<void> {
  await db
    .updateTable('accounts')
    .set({
      first_name: changes.firstName,
      last_name: changes.lastName,
      bio: changes.bio,
      avatar_id: changes.avatarId,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}

export async function updatePasswordHash(db: Db, id: number, passwordHash: string): Promise<void> {
  await db.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', id).execute();
}

/** Keeps the time of the first confirmation. True if this is the first. */
export async function markEmailVerified(db: Db, id: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('accounts')
    .set({ email_verified_at: now })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives an account its only role, with the flags that belong to it. */
export async function setRole(db: Db, id: number, role: Role): Promise<void> {
  const { isStaff, isSuperuser } = flagsOf(role);
  await db
    .updateTable('accounts')
    .set({ role, is_staff: isStaff, is_superuser: isSuperuser })
    .where('id', '=', id)
    .execute();
}

export type Credentials = {
  passwordHash: string;
  isActive: boolean;
  hasSecondFactor: boolean;
  changedAt: Date | null;
};

/** The credentials of an account, which stays locked until the transaction ends. */
export async function lockCredentials(db: Db, id: number): Promise<Credentials | undefined> {
  return db
    .selectFrom('accounts')
    .select(['password_hash as passwordHash', 'is_active as isActive', 'credentials_changed_at as changedAt'])
    .select('has_second_factor as hasSecondFactor')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function markCredentialsChanged(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('accounts').set({ credentials_changed_at: now }).where('id', '=', id).execute();
}

/** Locks an account until the transaction ends, which serializes changes of its dependent rows. */
export async function lockAccount(db: Db, id: number): Promise<void> {
  await db.selectFrom('accounts').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

export async function updateSubscriberUntil(db: Db, id: number, until: Date | null): Promise<void> {
  await db.updateTable('accounts').set({ subscriber_until: until }).where('id', '=', id).execute();
}

/** Counts the accounts with at least one published post. */
export async function countAuthors(db: Db): Promise<number> {
  const row = await db
    .selectFrom('accounts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('published_posts_count', '>', 0)
    .executeTakeFirstOrThrow();
  return row.count;
}

export type FoundAuthor = Author & { bio: string; publishedPostsCount: number };

/** Accounts with published posts whose username or name contains every term. */
const selectAuthors = (db: Db, terms: string[]) =>
  terms.reduce(
    (query, term) =>
      query.where(
        sql<boolean>`search_spelling(a.username || ' ' || a.first_name || ' ' || a.last_name) like ${containsPattern(term)}`,
      ),
    db.selectFrom('accounts as a').where('a.published_posts_count', '>', 0).where('a.deleted_at', 'is', null),
  );

/** The number of authors found, at most `limit`. */
export const countAuthorsFound = (db: Db, terms: string[], limit: number): Promise<number> =>
  withPlannerSettings(db, 'bitmapScan', (tx) =>
    countRows(tx, selectAuthors(tx, terms).select('a.id'), limit),
  );

/** The authors found, those with most published posts first. */
export const listAuthorsFound = (
  db: Db,
  terms: string[],
  { offset, limit }: { offset: number; limit: number },
): Promise<FoundAuthor[]> =>
  withPlannerSettings(db, 'bitmapScan', (tx) =>
    selectAuthors(tx, terms)
      .select(['a.id', 'a.username', 'a.first_name as firstName', 'a.last_name as lastName', 'a.bio'])
      .select(['a.published_posts_count as publishedPostsCount', pictureSubquery('a.avatar_id').as('avatar')])
      .orderBy('a.published_posts_count', 'desc')
      .orderBy('a.id')
      .offset(offset)
      .limit(limit)
      .execute(),
  );

export type CounterChange = { id: number; posts?: number; published?: number; comments?: number };

/**
 * Adds to the counters of accounts, in the transaction that writes the counted rows. Pass all changes of a transaction
 * in one call: the rows are locked in the order of their ids, which prevents deadlocks.
 */
export async function addToCounters(db: Db, changes: CounterChange[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    with changes as (
      select id, sum(posts)::int as posts, sum(published)::int as published, sum(comments)::int as comments
      from unnest(
        ${changes.map(({ id }) => id)}::bigint[],
        ${changes.map(({ posts }) => posts ?? 0)}::int[],
        ${changes.map(({ published }) => published ?? 0)}::int[],
        ${changes.map(({ comments }) => comments ?? 0)}::int[]
      ) as change (id, posts, published, comments)
      group by id
    ), locked as (
      select accounts.id from accounts join changes using (id) order by accounts.id for no key update of accounts
    )
    update accounts
    set posts_count = posts_count + changes.posts,
      published_posts_count = published_posts_count + changes.published,
      comments_count = comments_count + changes.comments
    from changes join locked using (id) where accounts.id = changes.id`.execute(db);
}

function toAccount(
  row: (Selectable<Accounts> & { avatar: Picture | null }) | undefined,
): Account | undefined {
  return (
    row && {
      id: row.id,
      username: row.username,
      email: row.email,
      passwordHash: row.password_hash,
      firstName: row.first_name,
      lastName: row.last_name,
      bio: row.bio,
      avatar: row.avatar,
      isStaff: row.is_staff,
      isSuperuser: row.is_superuser,
      role: row.role as Role,
      isActive: row.is_active,
      emailVerifiedAt: row.email_verified_at,
      hasSecondFactor: row.has_second_factor,
      subscriberUntil: row.subscriber_until,
      postsCount: row.posts_count,
      publishedPostsCount: row.published_posts_count,
      commentsCount: row.comments_count,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      deletion: row.deletion_due_at && {
        dueAt: row.deletion_due_at,
        texts: row.deletion_texts === 'keep' ? 'keep' : 'remove',
      },
      isDeleted: row.deleted_at !== null,
    }
  );
}

/** Returns those of the given media ids that are avatars. */
export async function findAvatarIds(db: Db, mediaIds: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('avatar_id')
    .where('avatar_id', 'in', mediaIds)
    .execute();
  return rows.flatMap(({ avatar_id: id }) => id ?? []);
}
