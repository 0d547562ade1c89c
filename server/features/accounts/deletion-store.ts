import type { Db } from '#server/platform/db/database.ts';

/** What becomes of the texts of a deleted account: public ones stay without its name, or all are removed. */
export type DeletionTexts = 'keep' | 'remove';
/** `startedAt` is set when the account is anonymous and only its texts and rows are left to remove. */
export type DueDeletion = {
  accountId: number;
  texts: DeletionTexts;
  createdAt: Date;
  startedAt: Date | null;
};

const toTexts = (stored: string | null): DeletionTexts => (stored === 'keep' ? 'keep' : 'remove');

/** The name of a deleted account, which nobody can register. */
export const deletedUsername = (id: number): string => `deleted~${id}`;

export async function setDeletion(
  db: Db,
  id: number,
  deletion: { dueAt: Date; texts: DeletionTexts } | null,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ deletion_due_at: deletion?.dueAt ?? null, deletion_texts: deletion?.texts ?? null })
    .where('id', '=', id)
    .execute();
}

/** The account with its pending deletion; the caller has locked it. */
export async function findForRequest(
  db: Db,
  id: number,
): Promise<{ email: string; username: string; dueAt: Date | null }> {
  return db
    .selectFrom('accounts')
    .select(['email', 'username', 'deletion_due_at as dueAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Those of the given accounts whose deletion is requested. */
export async function filterLeaving(db: Db, ids: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', ids)
    .where('deletion_due_at', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Cancels a deletion that is not due yet; undefined if there is none. */
export async function cancelDeletion(db: Db, id: number, now: Date) {
  return db
    .updateTable('accounts')
    .set({ deletion_due_at: null, deletion_texts: null })
    .where('id', '=', id)
    .where('deletion_due_at', '>', now)
    .where('deleted_at', 'is', null)
    .returning(['email', 'username'])
    .executeTakeFirst();
}

export async function listDue(
  db: Db,
  { now, after, limit }: { now: Date; after: number; limit: number },
): Promise<DueDeletion[]> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'deletion_texts', 'created_at', 'deleted_at'])
    .where('deletion_due_at', '<=', now)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    accountId: row.id,
    texts: toTexts(row.deletion_texts),
    createdAt: row.created_at,
    startedAt: row.deleted_at,
  }));
}

/** Accounts whose deletion has begun or ended. */
export async function listDeleted(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<Array<{ accountId: number; createdAt: Date; texts: DeletionTexts }>> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'created_at', 'deletion_texts'])
    .where('deleted_at', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    accountId: row.id,
    createdAt: row.created_at,
    texts: toTexts(row.deletion_texts),
  }));
}

/** Locks an account whose deletion is due and has not begun; undefined if that is not so. */
export async function lockDue(
  db: Db,
  id: number,
  now: Date,
): Promise<{ email: string; username: string } | undefined> {
  return db
    .selectFrom('accounts')
    .select(['email', 'username'])
    .where('id', '=', id)
    .where('deletion_due_at', '<=', now)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Removes everything that says whose account it was. Its name and its address are free from now on. */
export async function anonymise(
  db: Db,
  id: number,
  identity: { firstName: string; lastName: string; email: string; passwordHash: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({
      username: deletedUsername(id),
      username_key: deletedUsername(id),
      email: identity.email,
      email_key: identity.email,
      email_verified_at: null,
      password_hash: identity.passwordHash,
      first_name: identity.firstName,
      last_name: identity.lastName,
      bio: '',
      avatar_id: null,
      role: 'reader',
      is_staff: false,
      is_superuser: false,
      is_active: false,
      has_second_factor: false,
      deleted_at: now,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/** Nothing of a deletion is left to do. The choice stays for the list of deletions. */
export async function markFinished(db: Db, id: number): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ deletion_due_at: null })
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .execute();
}

/** An account that is not deleted, locked in a transaction; undefined if there is none. */
export async function findLiving(db: Db, id: number): Promise<{ createdAt: Date } | undefined> {
  return db
    .selectFrom('accounts')
    .select('created_at as createdAt')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Lets nobody be deleted by a request that a restored database has, but that its owner may have cancelled since. */
export async function postponeDeletions(db: Db, dueAt: Date): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ deletion_due_at: dueAt })
    .where('deletion_due_at', '<', dueAt)
    .where('deleted_at', 'is', null)
    .execute();
}
